/** The tables that make an SQLite file a GeoPackage (OGC 12-128r19), and those of its one layer. */

/** A name for SQL, whatever stands in it. */
const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
const literal = (text: string) => `'${text.replaceAll("'", "''")}'`;

const wgs84 =
  'GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563,AUTHORITY["EPSG","7030"]],AUTHORITY["EPSG","6326"]],PRIMEM["Greenwich",0,AUTHORITY["EPSG","8901"]],UNIT["degree",0.0174532925199433,AUTHORITY["EPSG","9122"]],AXIS["Latitude",NORTH],AXIS["Longitude",EAST],AUTHORITY["EPSG","4326"]]';

/** Keeps nothing for a rollback: a file that is not finished is thrown away. */
export const emptyPackage = `
pragma journal_mode = off;
pragma synchronous = off;
pragma cache_size = -32000;
pragma application_id = ${0x47504b47};
pragma user_version = 10300;
create table gpkg_spatial_ref_sys (srs_name text not null, srs_id integer not null primary key,
  organization text not null, organization_coordsys_id integer not null, definition text not null, description text);
insert into gpkg_spatial_ref_sys values
  ('Undefined Cartesian SRS', -1, 'NONE', -1, 'undefined', null),
  ('Undefined geographic SRS', 0, 'NONE', 0, 'undefined', null),
  ('WGS 84 geodetic', 4326, 'EPSG', 4326, '${wgs84}', null);
create table gpkg_contents (table_name text not null primary key, data_type text not null, identifier text unique,
  description text default '', last_change datetime not null default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
  min_x double, min_y double, max_x double, max_y double, srs_id integer,
  constraint fk_gc_r_srs_id foreign key (srs_id) references gpkg_spatial_ref_sys(srs_id));
create table gpkg_geometry_columns (table_name text not null, column_name text not null,
  geometry_type_name text not null, srs_id integer not null, z tinyint not null, m tinyint not null,
  constraint pk_geom_cols primary key (table_name, column_name),
  constraint uk_gc_table_name unique (table_name),
  constraint fk_gc_tn foreign key (table_name) references gpkg_contents(table_name),
  constraint fk_gc_srs foreign key (srs_id) references gpkg_spatial_ref_sys (srs_id));
create table gpkg_extensions (table_name text, column_name text, extension_name text not null,
  definition text not null, scope text not null,
  constraint ge_tce unique (table_name, column_name, extension_name));`;

export interface Layer {
  table: string;
  /** Its name for people. */
  title: string;
  geometryType: string;
  /** Names and SQL types, without the id and the shape. */
  columns: readonly { name: string; type: string }[];
}

const indexOf = (table: string) => quoted(`rtree_${table}_geom`);

/** The layer without rows, and its index of places (extension gpkg_rtree_index). */
export function layerTables({ table, title, geometryType, columns }: Layer): string {
  const own = columns.map(({ name, type }) => `, ${quoted(name)} ${type}`);
  const name = literal(table);
  return `
create table ${quoted(table)} (fid integer primary key autoincrement not null, geom ${geometryType}${own.join("")});
insert into gpkg_contents (table_name, data_type, identifier, srs_id)
  values (${name}, 'features', ${literal(title)}, 4326);
insert into gpkg_geometry_columns values (${name}, 'geom', '${geometryType}', 4326, 0, 0);
insert into gpkg_extensions values
  (${name}, 'geom', 'gpkg_rtree_index', 'http://www.geopackage.org/spec120/#extension_rtree', 'write-only');
create virtual table ${indexOf(table)} using rtree(id, minx, maxx, miny, maxy);`;
}

export const insertRow = ({ table, columns }: Layer) =>
  `insert into ${quoted(table)} values (?, ?${", ?".repeat(columns.length)})`;
export const insertPlace = ({ table }: Layer) =>
  `insert into ${indexOf(table)} values (?, ?, ?, ?, ?)`;

/** Keep the index true when another program changes rows; its functions ST_* are that program's. */
export function indexTriggers({ table }: Layer): string {
  const index = indexOf(table);
  const is = "new.geom not null and not ST_IsEmpty(new.geom)";
  const isNot = "new.geom isnull or ST_IsEmpty(new.geom)";
  const put = `insert or replace into ${index} values (new.fid, ST_MinX(new.geom), ST_MaxX(new.geom), ST_MinY(new.geom), ST_MaxY(new.geom));`;
  const trigger = (name: string, when: string, then: string) =>
    `create trigger ${quoted(`rtree_${table}_geom_${name}`)} after ${when.replace("TABLE", quoted(table))} begin ${then} end;`;
  const remove = `delete from ${index} where id = old.fid;`;
  const moved = "update on TABLE when old.fid != new.fid";
  return [
    trigger("insert", `insert on TABLE when (${is})`, put),
    trigger("update1", `update of geom on TABLE when old.fid = new.fid and (${is})`, put),
    trigger("update2", `update of geom on TABLE when old.fid = new.fid and (${isNot})`, remove),
    trigger("update3", `${moved} and (${is})`, `${remove} ${put}`),
    trigger(
      "update4",
      `${moved} and (${isNot})`,
      `delete from ${index} where id in (old.fid, new.fid);`,
    ),
    trigger("delete", "delete on TABLE when old.geom not null", remove),
  ].join("\n");
}

/** The box of all places, once they are known. */
export const setExtent =
  "update gpkg_contents set min_x = ?, min_y = ?, max_x = ?, max_y = ? where table_name = ?";
