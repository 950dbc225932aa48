import type { GoalProps } from '#app/account/ui/goal.tsx'
import { routeOf } from '#app/carpool/ui/ride-route.ts'
import { type SharedGroup, stateOf } from '#app/features/share/ui/words.ts'
import { findShared } from '#app/group/http/shared.server.ts'
import { formatOf } from '#app/i18n/format.ts'
import type { AppContext } from '#app/server/context.server.ts'
import { tripPrice } from '#app/trip/ui/price.ts'
import { optionalPart } from '#app/web/http/optional-part.server.ts'
import { afterLogin } from '#app/web/http/return-to.server.ts'

/** The pages on the way to joining a group. */
const JOINING = /^\/(carpool|trip)\/([^/?#]+)\/(?:terms|join)(?:[?#]|$)/

/**
 * The public facts of the group that the visitor was about to join when asked to log in, if any. It
 * is only a reminder, so the page does not depend on it.
 */
export async function readGoal(context: AppContext, request: Request): Promise<GoalProps | null> {
  const [, kind, id] = JOINING.exec(afterLogin(request)) ?? []
  if (!kind || !id) return null
  const found = await optionalPart(context, 'goal', findShared(context, { kind, id }, null))
  return found?.shared.openness === 'open' ? wordsOf(context, found.shared) : null
}

function wordsOf(context: AppContext, shared: SharedGroup): GoalProps {
  const { t, language } = context
  const { money, dateTime } = formatOf(t)
  const isCar = shared.kind === 'carpool'
  const startAt = isCar ? shared.group.carpoolAt : shared.group.tripStartAt
  return {
    kind: shared.kind,
    title: isCar ? routeOf(t, language, shared.group) : shared.group.tripName,
    line: `${dateTime(startAt)} ${t('common:londonTime')}`,
    price: isCar
      ? { amount: money(shared.group.basePrice), note: t('carpool:card.perPerson') }
      : tripPrice(t, shared.group.balancePrice),
    state: stateOf(t, shared),
    cutoff: t('carpool:card.cutoff', { time: dateTime(shared.group.cutoffAt) }),
  }
}
