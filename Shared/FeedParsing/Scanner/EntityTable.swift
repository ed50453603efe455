/// The named character references of HTML that feeds use, all of HTML 4's among them. Case matters.
enum EntityTable {
  static let table: NameTable<Unicode.Scalar> = {
    let entries = names.split(separator: " ").map { entry -> (Substring, Unicode.Scalar) in
      let parts = entry.split(separator: ":")
      // The table below is a constant; each of its numbers is a scalar.
      return (parts[0], Unicode.Scalar(UInt32(parts[1], radix: 16)!)!)
    }
    return NameTable(caseSensitive: entries)
  }()

  private static let names = """
    AElig:C6 AMP:26 Aacute:C1 Abreve:102 Acirc:C2 Agrave:C0 Alpha:391 Amacr:100 Aogon:104 Aring:C5 Atilde:C3 Auml:C4 \
    Beta:392 COPY:A9 Cacute:106 Ccaron:10C Ccedil:C7 Chi:3A7 Dagger:2021 Dcaron:10E Delta:394 Dstrok:110 ETH:D0 \
    Eacute:C9 Ecaron:11A Ecirc:CA Egrave:C8 Emacr:112 Eogon:118 Epsilon:395 Eta:397 Euml:CB GT:3E Gamma:393 \
    Gbreve:11E Hat:5E Iacute:CD Icirc:CE Idot:130 Igrave:CC Imacr:12A Iota:399 Iuml:CF Kappa:39A LT:3C Lambda:39B \
    Lcaron:13D Lstrok:141 Mu:39C Nacute:143 Ncaron:147 NewLine:A NoBreak:2060 Ntilde:D1 Nu:39D OElig:152 Oacute:D3 \
    Ocirc:D4 Odblac:150 Ograve:D2 Omacr:14C Omega:3A9 Omicron:39F Oslash:D8 Otilde:D5 Ouml:D6 Phi:3A6 Pi:3A0 \
    Prime:2033 Psi:3A8 QUOT:22 REG:AE Rcaron:158 Rho:3A1 Sacute:15A Scaron:160 Scedil:15E Sigma:3A3 THORN:DE \
    TRADE:2122 Tab:9 Tau:3A4 Tcaron:164 Tcedil:162 Theta:398 Uacute:DA Ucirc:DB Udblac:170 Ugrave:D9 Umacr:16A \
    Upsilon:3A5 Uring:16E Uuml:DC Xi:39E Yacute:DD Yuml:178 Zacute:179 Zcaron:17D Zdot:17B ZeroWidthSpace:200B \
    Zeta:396 aacute:E1 abreve:103 acirc:E2 acute:B4 aelig:E6 agrave:E0 alefsym:2135 alpha:3B1 amacr:101 amp:26 \
    and:2227 ang:2220 aogon:105 apos:27 aring:E5 ast:2A asymp:2248 atilde:E3 auml:E4 bdquo:201E beta:3B2 breve:2D8 \
    brvbar:A6 bsol:5C bull:2022 cacute:107 cap:2229 caron:2C7 ccaron:10D ccedil:E7 cedil:B8 cent:A2 check:2713 \
    chi:3C7 circ:2C6 clubs:2663 colon:3A comma:2C commat:40 cong:2245 copy:A9 copysr:2117 crarr:21B5 cross:2717 \
    cup:222A curren:A4 dArr:21D3 dagger:2020 darr:2193 dash:2010 dcaron:10F deg:B0 delta:3B4 diams:2666 divide:F7 \
    dollar:24 dot:2D9 dstrok:111 eacute:E9 ecaron:11B ecirc:EA egrave:E8 emacr:113 empty:2205 emsp:2003 emsp13:2004 \
    emsp14:2005 ensp:2002 eogon:119 epsilon:3B5 equals:3D equiv:2261 eta:3B7 eth:F0 euml:EB euro:20AC excl:21 \
    exist:2203 female:2640 fnof:192 forall:2200 frac12:BD frac13:2153 frac14:BC frac15:2155 frac18:215B frac23:2154 \
    frac34:BE frac38:215C frac58:215D frac78:215E frasl:2044 gamma:3B3 gbreve:11F ge:2265 grave:60 gt:3E hArr:21D4 \
    hairsp:200A half:BD harr:2194 hearts:2665 hellip:2026 horbar:2015 hyphen:2010 iacute:ED icirc:EE iexcl:A1 \
    igrave:EC imacr:12B image:2111 incare:2105 infin:221E inodot:131 int:222B iota:3B9 iquest:BF isin:2208 iuml:EF \
    kappa:3BA lArr:21D0 lambda:3BB lang:2329 laquo:AB larr:2190 lbrace:7B lbrack:5B lcaron:13E lceil:2308 lcub:7B \
    ldquo:201C ldquor:201E le:2264 lfloor:230A lowast:2217 lowbar:5F loz:25CA lpar:28 lrm:200E lsaquo:2039 lsqb:5B \
    lsquo:2018 lsquor:201A lstrok:142 lt:3C macr:AF male:2642 mdash:2014 micro:B5 middot:B7 minus:2212 mldr:2026 \
    mu:3BC nabla:2207 nacute:144 nbsp:A0 ncaron:148 ndash:2013 ne:2260 ni:220B nldr:2025 not:AC notin:2209 nsub:2284 \
    ntilde:F1 nu:3BD num:23 numero:2116 numsp:2007 oacute:F3 ocirc:F4 odblac:151 oelig:153 ograve:F2 oline:203E \
    omacr:14D omega:3C9 omicron:3BF oplus:2295 or:2228 ordf:AA ordm:BA oslash:F8 otilde:F5 otimes:2297 ouml:F6 \
    para:B6 part:2202 percnt:25 period:2E permil:2030 perp:22A5 phi:3C6 phone:260E pi:3C0 piv:3D6 plus:2B plusmn:B1 \
    pound:A3 prime:2032 prod:220F prop:221D psi:3C8 puncsp:2008 quest:3F quot:22 rArr:21D2 radic:221A rang:232A \
    raquo:BB rarr:2192 rbrace:7D rbrack:5D rcaron:159 rceil:2309 rcub:7D rdquo:201D real:211C reg:AE rfloor:230B \
    rho:3C1 ring:2DA rlm:200F rpar:29 rsaquo:203A rsqb:5D rsquo:2019 sacute:15B sbquo:201A scaron:161 scedil:15F \
    sdot:22C5 sect:A7 semi:3B shy:AD sigma:3C3 sigmaf:3C2 sim:223C sol:2F spades:2660 star:2606 starf:2605 sub:2282 \
    sube:2286 sum:2211 sup:2283 sup1:B9 sup2:B2 sup3:B3 supe:2287 szlig:DF tau:3C4 tcaron:165 tcedil:163 there4:2234 \
    theta:3B8 thetasym:3D1 thinsp:2009 thorn:FE tilde:2DC times:D7 trade:2122 uArr:21D1 uacute:FA uarr:2191 ucirc:FB \
    udblac:171 ugrave:F9 umacr:16B uml:A8 upsih:3D2 upsilon:3C5 uring:16F uuml:FC verbar:7C vert:7C weierp:2118 \
    xi:3BE yacute:FD yen:A5 yuml:FF zacute:17A zcaron:17E zdot:17C zeta:3B6 zwj:200D zwnj:200C
    """
}
