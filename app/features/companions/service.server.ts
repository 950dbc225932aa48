import {
  type CompanionRow,
  findOwnContact,
  listCompanions,
  type OwnContactRow,
  saveContact,
} from '#app/group/rows/companions.server.ts'
import { haveCompanions } from '#app/group/rules/companions.ts'
import { isTripId } from '#app/group/service/group-id.server.ts'
import type { ParticipantId, UserId } from '#app/kernel/id.ts'
import { PHONE_SHOWN_MS } from '#app/kernel/limits.ts'
import { fail, ok, type Result } from '#app/kernel/result.ts'
import { surnameOf } from '#app/kernel/surname.ts'
import type { Instant } from '#app/kernel/time.ts'
import type { Needs } from '#app/platform/resources.server.ts'

type ViewerPlace = { viewer: { id: UserId }; participantId: string }

/** Another traveller, as members of the group see them. */
export type Companion = {
  name: string
  people: number
  flightNumber: string | null
  terminal: string | null
  /** Null unless they share it on this ride. */
  wechat: string | null
  phone: string | null
}
/** Which contact details the viewer shares. */
export type OwnContact = { showWechat: boolean; showPhone: boolean }
type Kind = 'carpool' | 'trip'
export type Companions = { kind: Kind; others: Companion[]; own: OwnContact; until: Instant }

const meets = ({ status, departureAt }: OwnContactRow, now: Instant): boolean =>
  haveCompanions({ status, departureAt }, now)
const kindOf = ({ groupId }: OwnContactRow): Kind => (isTripId(groupId) ? 'trip' : 'carpool')

const companionOf = ({ name, party, wechat, phone }: CompanionRow): Companion => ({
  name: surnameOf(name),
  people: party.people,
  flightNumber: party.flightNumber,
  terminal: party.terminal,
  wechat,
  phone,
})

/**
 * The other travellers in the group of the viewer's confirmed place. Fails with notFound for any
 * other place, and unless the group is complete and not long over.
 */
export async function readCompanions(
  { db, clock }: Needs<'db' | 'clock'>,
  { viewer, participantId }: ViewerPlace,
): Promise<Result<Companions>> {
  const id = participantId as ParticipantId
  const [[own], others] = await db.batch([
    findOwnContact(db, id, viewer.id),
    listCompanions(db, id, viewer.id),
  ])
  if (!own || !meets(own, clock.now())) return fail('notFound')
  const { showWechat, showPhone, departureAt } = own
  return ok({
    kind: kindOf(own),
    others: others.map(companionOf),
    own: { showWechat: showWechat ?? false, showPhone: showPhone ?? false },
    until: departureAt + PHONE_SHOWN_MS,
  })
}

/**
 * Sets which contact details the viewer shares on this ride, and returns the kind of its group.
 * Repeating it has no further effect. Fails with notFound as `readCompanions` does.
 */
export async function shareContact(
  { db, clock }: Needs<'db' | 'clock'>,
  { viewer, participantId, ...contact }: ViewerPlace & OwnContact,
): Promise<Result<Kind>> {
  const id = participantId as ParticipantId
  const [own] = await findOwnContact(db, id, viewer.id)
  if (!own || !meets(own, clock.now())) return fail('notFound')
  await saveContact(db, {
    participantId: id,
    userId: viewer.id,
    ...contact,
    changedAt: clock.now(),
  })
  return ok(kindOf(own))
}
