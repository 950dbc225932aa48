import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Marks a state folder whose demo data are incomplete. */
export const unfinishedIn = (stateDir: string): string => path.join(stateDir, 'unfinished')
/** Says with which first migration a state folder began. */
const beganIn = (stateDir: string) => path.join(stateDir, 'began')

/**
 * Makes the folder of the local state ready for a start, and returns what there is to say about it;
 * null: nothing. One that stopped while its demo data were loaded is emptied. One that began with
 * another first migration, which the present migrations cannot bring up to date, is put aside.
 * `first`: the id of the first migration.
 */
export function prepareState(stateDir: string, first: string): string | null {
  const said = clear(stateDir, first)
  if (!existsSync(stateDir)) {
    mkdirSync(stateDir, { recursive: true })
    writeFileSync(beganIn(stateDir), first)
    writeFileSync(unfinishedIn(stateDir), '')
  }
  return said
}

function clear(stateDir: string, first: string): string | null {
  if (!existsSync(stateDir)) return null
  if (existsSync(unfinishedIn(stateDir))) {
    rmSync(stateDir, { recursive: true })
    return 'The last start stopped while loading the demo data. Starting over.'
  }
  const began = beganIn(stateDir)
  if (existsSync(began) && readFileSync(began, 'utf8') === first) return null
  let n = 1
  while (existsSync(`${stateDir}-old-${n}`)) n++
  renameSync(stateDir, `${stateDir}-old-${n}`)
  return `The local data are from an earlier database. They were put aside in ${stateDir}-old-${n}.`
}
