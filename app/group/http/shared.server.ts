import type { User } from '#app/account/service/sessions.server.ts'
import { findCarpool } from '#app/carpool/service/carpool-reads.server.ts'
import { releasedNow } from '#app/features/released/rules/released-now.ts'
import type { Openness, SharedGroup } from '#app/features/share/ui/words.ts'
import { asOthersSee } from '#app/features/waitlist/rules/offer.ts'
import { isListed } from '#app/group/rules/state.ts'
import { type GroupStatus, is } from '#app/group/rules/status.ts'
import { LINK_LANGUAGE } from '#app/i18n/languages.ts'
import { withBase } from '#app/kernel/base-path.ts'
import type { AppContext } from '#app/server/context.server.ts'
import { findTrip } from '#app/trip/service/trips.server.ts'

export type Kind = SharedGroup['kind']
/** The group as everybody sees it. `isOffered`: seats are kept for the viewer. */
export type Shared = { shared: SharedGroup; isJoined: boolean; isOffered: boolean }
type Params = { kind?: string; id?: string }

export const isKind = (kind: string | undefined): kind is Kind =>
  kind === 'carpool' || kind === 'trip'

/**
 * A group that everyone may see, or the 404 page. Drafts, private groups and cancelled groups are
 * not found, even for their own participants, since this is what the link shows to others.
 */
export async function requireShared(
  context: AppContext,
  params: Params,
  user: User | null,
): Promise<Shared> {
  const found = await findShared(context, params, user)
  if (!found) throw new Response(null, { status: 404 })
  return found
}

/** A group that everyone may see, or null. */
export const findShared = async (
  context: AppContext,
  { kind, id }: Params,
  user: User | null,
): Promise<Shared | null> => (id && isKind(kind) ? finders[kind](context, id, user) : null)

const finders: Record<
  Kind,
  (context: AppContext, id: string, user: User | null) => Promise<Shared | null>
> = {
  async carpool(context, id, user) {
    const found = await findCarpool(context, id, user)
    if (!found || !isListed(found)) return null
    const now = context.clock.now()
    const group = asOthersSee(found)
    const isOffered = found.offered > 0
    const openness = releasedNow(group, now) > 0 ? 'released' : opennessOf(group, now)
    return { shared: { kind: 'carpool', openness, group }, isJoined: group.isJoined, isOffered }
  },

  async trip(context, id, user) {
    const found = await findTrip(context, id, user)
    if (!found || !isListed({ ...found, private: false })) return null
    const { own, ownTexts: _ownTexts, button: _button, flightTimes: _flightTimes, ...group } = found
    const openness = opennessOf(group, context.clock.now())
    return { shared: { kind: 'trip', openness, group }, isJoined: own !== null, isOffered: false }
  },
}

function opennessOf(
  { status, cutoffAt }: { status: GroupStatus; cutoffAt: number },
  now: number,
): Openness {
  if (now >= cutoffAt) return 'over'
  return is(status, 'joinable') ? 'open' : is(status, 'open') ? 'full' : 'over'
}

/** The page's address as it is sent to others, including the language they should read it in. */
export const shareUrl = ({ config, language }: AppContext, kind: Kind, id: string): string =>
  new URL(withBase(`/share/${kind}/${id}?${LINK_LANGUAGE}=${language}`), config.siteUrl).href
