import { entryOf } from '#app/audit/audit.server.ts'
import { endReminder, insertNote, listNotes } from '#app/console/rows/notes.server.ts'
import type { AdminScope } from '#app/kernel/admin.ts'
import type { AdminId } from '#app/kernel/id.ts'
import { fail, ok, type Result } from '#app/kernel/result.ts'
import type { LondonDay } from '#app/kernel/time.ts'
import { batchRead } from '#app/platform/batch-reads.server.ts'
import type { Needs } from '#app/platform/resources.server.ts'

export type Note = Awaited<ReturnType<typeof listNotes>>[number]

/** Notes of an account, an order, or a group's places. */
export const readNotes = ({ db }: Needs<'db'>, of: string): Promise<Note[]> =>
  batchRead(db, listNotes(db, of))

/** The scope that notes about something need. */
export const scopeOfNote = (subjectId: string): AdminScope =>
  subjectId.startsWith('usr_') ? 'members' : subjectId.startsWith('par_') ? 'groups' : 'orders'

/** Writes a note; the same id again has no effect. Fails with notFound (a closed account). */
export async function writeNote(
  { db, clock }: Needs<'db' | 'clock'>,
  by: AdminId,
  note: { id: string; subjectId: string; text: string; tellOn: LondonDay | null },
): Promise<Result<null>> {
  const { subjectId, tellOn } = note
  const after = { note: note.id, ...(tellOn && { tellOn }) }
  const entry = entryOf(clock, by, 'noteWritten', subjectId, { after })
  return (await insertNote(db, { ...note, by, at: entry.at }, entry)) ? ok(null) : fail('notFound')
}

/** Ends a note's reminder; repeating it has no further effect. */
export async function settleNote(
  { db, clock }: Needs<'db' | 'clock'>,
  by: AdminId,
  note: { id: string; subjectId: string },
): Promise<void> {
  await endReminder(
    db,
    note,
    entryOf(clock, by, 'noteDone', note.subjectId, { after: { note: note.id } }),
  )
}
