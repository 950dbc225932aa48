import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** A folder that exists as long as this process. */
export const temporary = (): string => {
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}
