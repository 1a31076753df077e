import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { inPath } from './browser.mjs'

/** The folder of Postgres' server programs (initdb, pg_ctl), or undefined where none is installed. */
export function findPostgres() {
  const base = '/usr/lib/postgresql'
  const versions = existsSync(base) ? readdirSync(base).sort((a, b) => Number(b) - Number(a)) : []
  const installed = versions.map((version) => join(base, version, 'bin')).find((bin) => existsSync(join(bin, 'initdb')))
  if (installed) return installed
  const initdb = inPath('initdb')
  return initdb && inPath('pg_ctl') ? dirname(initdb) : undefined
}
