internal import Storage

extension CatalogStore {
  static let migrations = Migrations(
    component: "catalog",
    steps: [
      """
      CREATE TABLE podcast (
        id TEXT PRIMARY KEY, added INTEGER NOT NULL, sequence INTEGER NOT NULL, revision INTEGER NOT NULL,
        appeared INTEGER NOT NULL
      ) WITHOUT ROWID;
      CREATE INDEX podcast_order ON podcast (added);
      CREATE TABLE episode (
        id TEXT PRIMARY KEY, podcast TEXT NOT NULL, sequence INTEGER NOT NULL, revision INTEGER NOT NULL,
        ordering INTEGER NOT NULL, first_seen INTEGER NOT NULL, withdrawn INTEGER NOT NULL, present INTEGER NOT NULL
      ) WITHOUT ROWID;
      CREATE INDEX episode_order ON episode (ordering, id);
      CREATE INDEX episode_order_of_podcast ON episode (podcast, ordering, id);
      CREATE TABLE name (
        feed TEXT NOT NULL, rule TEXT NOT NULL, value TEXT NOT NULL, episode TEXT NOT NULL,
        PRIMARY KEY (feed, rule, value, episode)
      ) WITHOUT ROWID;
      CREATE INDEX name_of_episode ON name (episode);
      CREATE TABLE staged (
        id INTEGER PRIMARY KEY, feed TEXT NOT NULL, verb TEXT NOT NULL, item TEXT NOT NULL, cause TEXT NOT NULL,
        traceparent TEXT, time INTEGER NOT NULL, data BLOB NOT NULL
      );
      CREATE INDEX staged_of_feed ON staged (feed, id);
      """,
      .code(takeSecondStep),
    ])

  /// Entities of each kind, names as numbers, and lists over all feeds that are filled behind what is taken in.
  @Sendable private static func takeSecondStep(_ database: Database) throws {
    try database.execute(
      """
      ALTER TABLE name RENAME TO former_name;
      ALTER TABLE staged RENAME TO former_staged;
      DROP INDEX staged_of_feed;
      """)
    try database.execute(tables)
    try database.run(
      "INSERT INTO progress (listed, entering, era, names_version, lacks_state) VALUES (0, 0, 1, ?1, 0)",
      .number(NameHash.version))
    try FirstTables(database).convert()
    try database.execute(
      "DROP TABLE former_name; DROP TABLE former_staged; DROP TABLE episode; DROP TABLE podcast")
  }

  /// No tree over all feeds is written while documents are taken in, except at its end: with a million entities each row would
  /// change a page of its own. What is of one feed begins with the feed's number; what is of all, `listing` and `mark`, is
  /// entered later, many rows in their order (`IndexWork`). Ids are UUIDs and stand as their 16 bytes.
  static let tables = """
    CREATE TABLE feed (
      number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, kind INTEGER, stated_kind INTEGER, link INTEGER,
      era INTEGER NOT NULL, appeared INTEGER NOT NULL, keep_newest INTEGER, keep_days INTEGER, merged_into INTEGER,
      shared_identifiers INTEGER NOT NULL
    );
    CREATE INDEX feed_merged ON feed (merged_into) WHERE merged_into IS NOT NULL;
    CREATE INDEX feed_kept_by_age ON feed (number) WHERE keep_days IS NOT NULL;
    CREATE TABLE collection (
      feed INTEGER NOT NULL, kind INTEGER NOT NULL, added INTEGER NOT NULL, sequence INTEGER NOT NULL,
      revision INTEGER NOT NULL, entities INTEGER NOT NULL, withdrawn INTEGER NOT NULL, PRIMARY KEY (feed, kind)
    ) WITHOUT ROWID;
    CREATE UNIQUE INDEX collection_order ON collection (kind, added);
    CREATE TABLE entity (
      number INTEGER PRIMARY KEY AUTOINCREMENT, feed INTEGER NOT NULL, id BLOB NOT NULL, kind INTEGER NOT NULL,
      state INTEGER NOT NULL, sequence INTEGER NOT NULL, revision INTEGER NOT NULL, ordering INTEGER NOT NULL,
      first_seen INTEGER NOT NULL, item INTEGER, renamed INTEGER NOT NULL DEFAULT 0, file INTEGER, duplicate_of INTEGER
    );
    CREATE UNIQUE INDEX entity_id ON entity (feed, id);
    CREATE UNIQUE INDEX entity_item ON entity (feed, item) WHERE item IS NOT NULL;
    CREATE INDEX entity_order ON entity (feed, kind, ordering, number) WHERE state < 8;
    CREATE INDEX entity_withdrawn ON entity (kind, ordering, number) WHERE state & 2 AND state < 8;
    CREATE INDEX entity_withdrawn_of_feed ON entity (feed, kind, ordering, number) WHERE state & 2 AND state < 8;
    CREATE INDEX entity_pending ON entity (number) WHERE state & 8;
    CREATE INDEX entity_duplicate ON entity (duplicate_of) WHERE duplicate_of IS NOT NULL;
    CREATE TABLE name (
      feed INTEGER NOT NULL, rule INTEGER NOT NULL, hash INTEGER NOT NULL, entity INTEGER NOT NULL,
      PRIMARY KEY (feed, rule, hash, entity)
    ) WITHOUT ROWID;
    CREATE TABLE listing (
      kind INTEGER NOT NULL, ordering INTEGER NOT NULL, number INTEGER NOT NULL, PRIMARY KEY (kind, ordering, number)
    ) WITHOUT ROWID;
    CREATE TABLE mark (hash INTEGER NOT NULL, number INTEGER NOT NULL, PRIMARY KEY (hash, number)) WITHOUT ROWID;
    CREATE TABLE progress (
      listed INTEGER NOT NULL, entering INTEGER NOT NULL, era INTEGER NOT NULL, names_version INTEGER NOT NULL,
      lacks_state INTEGER NOT NULL
    );
    CREATE TABLE revision (
      entity INTEGER NOT NULL, revision INTEGER NOT NULL, time INTEGER NOT NULL, verb TEXT NOT NULL,
      changed TEXT NOT NULL, former BLOB, PRIMARY KEY (entity, revision)
    ) WITHOUT ROWID;
    CREATE TABLE decision (
      entity INTEGER NOT NULL, number INTEGER NOT NULL, time INTEGER NOT NULL, document INTEGER NOT NULL,
      rule TEXT NOT NULL, detail BLOB, PRIMARY KEY (entity, number)
    ) WITHOUT ROWID;
    CREATE TABLE alias (
      id BLOB PRIMARY KEY, target BLOB NOT NULL, target_feed INTEGER NOT NULL, kind INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX alias_target ON alias (target);
    CREATE INDEX alias_feed ON alias (target_feed);
    CREATE TABLE staged (
      id INTEGER PRIMARY KEY, feed TEXT NOT NULL, document INTEGER NOT NULL, verb TEXT NOT NULL, item TEXT NOT NULL,
      cause TEXT NOT NULL, traceparent TEXT, time INTEGER NOT NULL, data BLOB NOT NULL
    );
    CREATE INDEX staged_of_feed ON staged (feed, id);
    """
}
