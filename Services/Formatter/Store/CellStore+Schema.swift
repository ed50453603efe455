internal import Storage

extension CellStore {
  static let migrations = Migrations(
    component: "formatter",
    steps: [
      """
      CREATE TABLE entity (
        id TEXT PRIMARY KEY, kind TEXT NOT NULL, feed TEXT NOT NULL, ordering INTEGER NOT NULL,
        first_seen INTEGER NOT NULL, duration REAL, date INTEGER, appeared INTEGER NOT NULL
      ) WITHOUT ROWID;
      CREATE INDEX entity_order ON entity (kind, ordering, id);
      CREATE INDEX entity_order_of_feed ON entity (kind, feed, ordering, id);
      CREATE TABLE cell (
        locale TEXT NOT NULL, entity TEXT NOT NULL, sequence INTEGER NOT NULL, digest TEXT NOT NULL,
        PRIMARY KEY (entity, locale)
      ) WITHOUT ROWID;
      CREATE TABLE locale (name TEXT PRIMARY KEY, rules TEXT NOT NULL) WITHOUT ROWID;
      """,
      // The facts of entities that are there already come from the catalog: what they had here was not exact.
      """
      ALTER TABLE entity RENAME TO former_entity;
      ALTER TABLE cell RENAME TO former_cell;
      DROP INDEX entity_order;
      DROP INDEX entity_order_of_feed;
      CREATE TABLE entity (
        number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, feed TEXT NOT NULL,
        ordering INTEGER NOT NULL, first_seen INTEGER NOT NULL, initial INTEGER NOT NULL, appeared INTEGER NOT NULL,
        facts BLOB
      );
      INSERT INTO entity (id, kind, feed, ordering, first_seen, initial, appeared)
        SELECT id, kind, feed, ordering, first_seen, 0, 0 FROM former_entity ORDER BY ordering;
      CREATE INDEX entity_order ON entity (kind, ordering, id);
      CREATE INDEX entity_order_of_feed ON entity (kind, feed, ordering, id);
      CREATE TABLE cell (
        entity INTEGER NOT NULL, locale TEXT NOT NULL, sequence INTEGER NOT NULL, stale_at INTEGER,
        PRIMARY KEY (entity, locale)
      ) WITHOUT ROWID;
      INSERT INTO cell (entity, locale, sequence)
        SELECT number, locale, sequence FROM former_cell JOIN entity ON entity.id = former_cell.entity;
      CREATE INDEX cell_stale ON cell (stale_at) WHERE stale_at IS NOT NULL;
      DROP TABLE former_cell;
      DROP TABLE former_entity;
      CREATE TABLE cell_count (
        locale TEXT NOT NULL, kind TEXT NOT NULL, count INTEGER NOT NULL, PRIMARY KEY (locale, kind)
      ) WITHOUT ROWID;
      INSERT INTO cell_count SELECT locale, kind, count(*) FROM cell JOIN entity ON number = entity GROUP BY 1, 2;
      ALTER TABLE locale ADD COLUMN reached INTEGER;
      INSERT OR IGNORE INTO locale (name, rules) SELECT DISTINCT locale, '' FROM cell;
      CREATE TABLE channel (
        id TEXT PRIMARY KEY, facts BLOB NOT NULL, reached TEXT, cause TEXT, traceparent TEXT
      ) WITHOUT ROWID;
      CREATE INDEX channel_task ON channel (id) WHERE reached IS NOT NULL;
      CREATE TABLE state (
        facts INTEGER NOT NULL, era INTEGER NOT NULL, since INTEGER NOT NULL, clock INTEGER NOT NULL,
        swept_to INTEGER, doubted_to INTEGER
      );
      """,
    ])
}
