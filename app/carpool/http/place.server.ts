import {
  type Action,
  refuseCancelFailed,
  refuseChangeFlight,
  refuseConvert,
  refuseEdit,
  refuseExit,
} from '#app/carpool/rules/permissions.ts'
import type { CarpoolRecord } from '#app/carpool/service/carpools.server.ts'
import { recordPath } from '#app/carpool/ui/paths.ts'
import type { Failure } from '#app/kernel/result.ts'
import { failureText } from '#app/schemas/issue.ts'
import type { AppContext } from '#app/server/context.server.ts'
import { redirectWithFlash } from '#app/web/http/flash.server.ts'
import { requireUser } from '#app/web/http/guard.server.ts'
import { actionFactsOfRecord, requireRecord } from './record.server.ts'

/** The reason for a refusal, in the page's language. */
export type RefusalText = { code: Failure['code']; text: string }

const RULES = {
  exit: refuseExit,
  editInfo: refuseEdit,
  changeFlight: refuseChangeFlight,
  convertToPrivate: refuseConvert,
  cancelFailed: refuseCancelFailed,
} satisfies Partial<Record<Action, unknown>>

/** The situations that have their own wording for failures. */
const CONTEXTS: Partial<Record<keyof typeof RULES, string>> = {
  exit: 'exit',
  editInfo: 'edit',
  changeFlight: 'flight',
}

const NOT_DONE = { kind: 'error', key: 'account:place.notDone' } as const
const OVER = { kind: 'info', key: 'account:place.over' } as const

/**
 * The viewer's own place for a dialog about it, or the 404 page. A place that is not confirmed (any
 * more) redirects to its record, which shows its state, with a message that nothing was done.
 */
export async function requirePlace(context: AppContext, request: Request, id: string | undefined) {
  const reading = requireUser(context, request)
  const [user, record] = await Promise.all([reading, requireRecord(context, reading, id)])
  if (record.seat !== 'taken') throw notTaken(context, request, recordPath(record.participantId))
  return { user, record }
}

/** Redirects to a record, which shows the state of its place, with a message. */
export const notTaken = (context: AppContext, request: Request, to: string) =>
  redirectWithFlash(context, to, request.method === 'POST' ? NOT_DONE : OVER)

export const refusedFor = (context: AppContext, failure: Failure): RefusalText => ({
  code: failure.code,
  text: failureText(context.t, failure),
})

/** Why an action is not possible now, or null. The carpool checks again when it is taken. */
export function closedFor(
  context: AppContext,
  record: CarpoolRecord,
  action: keyof typeof RULES,
): RefusalText | null {
  const code = RULES[action](actionFactsOfRecord(record), context.clock.now())
  const about = CONTEXTS[action]
  return code && refusedFor(context, { code, params: about ? { context: about } : undefined })
}
