import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { referenceStatements } from './reference.ts'

/** Writes the reference data as one SQL file, for `wrangler d1 execute --file`. Gives its path. */
export async function writeReferenceSql(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'neighbourhelp-'))
  const file = path.join(folder, 'reference.sql')
  await writeFile(file, `${referenceStatements().join('\n')}\n`)
  return file
}
