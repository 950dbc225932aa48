import { optionalPart } from '#app/http/optional-part.server.ts'
import { afterLogin } from '#app/http/return-to.server.ts'
import { findShared } from '#app/routes/share/shared.server.ts'
import type { AppContext } from '#app/services/context.server.ts'
import type { GoalProps } from '#app/ui/account/goal.tsx'

/** The pages on the way to joining a group. */
const JOINING = /^\/(carpool|trip)\/([^/?#]+)\/(?:terms|join)(?:[?#]|$)/

/**
 * The group that the visitor was about to join when a login was asked for, as anyone may see it; or
 * null. It is only a reminder, so the page does not depend on it.
 */
export async function readGoal(context: AppContext, request: Request): Promise<GoalProps | null> {
  const [, kind, id] = JOINING.exec(afterLogin(request)) ?? []
  if (!kind || !id) return null
  const found = await optionalPart(context, 'goal', findShared(context, { kind, id }, null))
  return found?.shared.openness === 'open'
    ? { shared: found.shared, now: context.clock.now() }
    : null
}
