import { Option } from 'commander';

/** The option for the database of a project that several instances serve. */
export const databaseOption = (): Option =>
  new Option(
    '--database <address>',
    'the PostgreSQL database that holds everything, as postgres://user@host:5432/name; default: DOCS_PLATFORM_DATABASE',
  );
