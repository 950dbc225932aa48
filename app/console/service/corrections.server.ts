import { entryOf } from '#app/audit/audit.server.ts'
import {
  correctIdentity,
  findIdentity,
  type Identity,
} from '#app/console/rows/corrections.server.ts'
import { detailsOf, type PlaceDetails } from '#app/features/corrections/rules/correction.ts'
import { findParticipant } from '#app/group/rules/state.ts'
import type { Objects } from '#app/group/service/group-objects.server.ts'
import { getT } from '#app/i18n/server.ts'
import { canBeTexted, internationalPhone } from '#app/kernel/account.ts'
import { type CorrectionReason, differences } from '#app/kernel/corrections.ts'
import type { AdminId, GroupId, ParticipantId } from '#app/kernel/id.ts'
import { POINTS_AFTER_PHONE_MS } from '#app/kernel/limits.ts'
import { fail, ok, type Result } from '#app/kernel/result.ts'
import { noticeAbout } from '#app/notices/rules/notices.ts'
import { correctOrder, type OrderDetails } from '#app/orders/rows/admin-orders.server.ts'
import { findOrder, type OrderRow } from '#app/orders/rows/orders.server.ts'
import { isPlaced } from '#app/orders/rules/permissions.ts'
import { searchTextsOf } from '#app/orders/service/order-placing.server.ts'
import { batchRead } from '#app/platform/batch-reads.server.ts'
import type { Needs } from '#app/platform/resources.server.ts'

// Corrections by hand (docs/rules.md#corrections): each with what it was, why, a notice to the
// student and an audit entry. None of them moves money.

/** A correction: the values on the administrator's screen, the new ones, and why. */
type Change<Values> = { seen: Values; to: Values; reason: CorrectionReason }

const changed = () => fail('versionConflict', { context: 'correction' })
const over = () => fail('operationExpired', { context: 'correction' })

/** A confirmed place's details, and whether its people pay for the whole car; null: none such. */
export async function readPlaceDetails({ objects }: Objects, groupId: string, id: string) {
  const found = await objects.of(groupId as GroupId).snapshot(groupId as GroupId)
  if (!found.ok || !found.value) return null
  const { state } = found.value
  const p = findParticipant(state, id)
  return p?.seat === 'taken' ? { details: detailsOf(p.party), isPrivate: state.private } : null
}

/** Fails with notFound, versionConflict, operationExpired or validationFailed (a field). */
export async function correctPlace(
  { objects }: Objects,
  by: AdminId,
  groupId: GroupId,
  participantId: ParticipantId,
  { seen, to: details, reason }: Change<PlaceDetails>,
): Promise<Result<null>> {
  const command = { type: 'correctPlace' as const, participantId, details, seen, reason, by }
  const said = await objects.of(groupId).execute(groupId, command)
  return said.ok ? ok(null) : said
}

export const readIdentity = async ({ db }: Needs<'db'>, id: string) =>
  (await batchRead(db, findIdentity(db, id)))[0] ?? null

/**
 * Corrects name, phone or email. With another phone, every session ends, points cannot be used for
 * a day, and the number so far is texted; `texted` is false if that failed. Another email has to be
 * confirmed, and the one so far is told. Fails with notFound or versionConflict (the account has
 * changed, or phone or email are somebody else's).
 */
export async function correctAccount(
  context: Needs<'db' | 'clock' | 'log' | 'sms'>,
  by: AdminId,
  userId: string,
  { seen, to, reason }: Change<Identity>,
): Promise<Result<{ texted: boolean }>> {
  const { db, clock, log, sms } = context
  const user = await readIdentity(context, userId)
  if (!user) return fail('notFound')
  const { id, language, emailConfirmedAt } = user
  const present = { name: user.name, phone: user.phone, email: user.email }
  const fields = differences(present, to)
  if (fields.length === 0) return ok({ texted: true })
  if (differences(present, seen).length > 0) return changed()
  const entry = entryOf(clock, by, 'accountCorrected', id, { after: { fields, reason } })
  const told = { corrected: fields.join(' '), reason }
  const isElsewhere = fields.includes('email') && emailConfirmedAt !== null
  const notice = {
    ...noticeAbout('accountCorrected', entry.id, id, told),
    emailTo: isElsewhere ? present.email : null,
  }
  const pointsFrom = entry.at + POINTS_AFTER_PHONE_MS
  if (!(await correctIdentity(db, { id, seen: present, to, pointsFrom, entry, notice })))
    return changed()
  log.info('account corrected', { userId: id, fields: fields.join(' ') })
  if (!fields.includes('phone') || !canBeTexted(present.phone)) return ok({ texted: true })
  const text = getT(language)('account:sms.phoneCorrected')
  return ok({ texted: (await sms.send(internationalPhone(present.phone), text)) === 'sent' })
}

export const orderDetailsOf = (row: OrderRow): OrderDetails => ({
  ...{ tel: row.tel, sendDate: row.sendDate, fromAddress: row.fromAddress, fromZip: row.fromZip },
  ...{ toAddress: row.toAddress, toZip: row.toZip, shipCompany: row.shipCompany },
})

/** Whether anything of an order can be corrected: it is placed and not finished. */
const isCorrectable = (row: OrderRow): boolean =>
  isPlaced(row) && (row.status === 'open' || row.status === 'processing')

/** An order of which something can be corrected; null: none such. */
export async function readCorrectableOrder({ db }: Needs<'db'>, id: string) {
  const row = await findOrder(db, id as OrderRow['id'])
  return row && isCorrectable(row) ? row : null
}

/**
 * Corrects a placed order that is not finished; its carrier only before the boxes are weighed.
 * Fails with notFound, operationExpired or versionConflict.
 */
export async function correctOrderDetails(
  { db, clock }: Needs<'db' | 'clock'>,
  by: AdminId,
  orderId: string,
  { seen, to, reason }: Change<OrderDetails>,
): Promise<Result<null>> {
  const row = await findOrder(db, orderId as OrderRow['id'])
  if (!row) return fail('notFound')
  const present = orderDetailsOf(row)
  const fields = differences(present, to)
  if (fields.length === 0) return ok(null)
  if (!isCorrectable(row) || (fields.includes('shipCompany') && row.weights !== null)) return over()
  if (differences(present, seen).length > 0) return changed()
  const { id, userId, kind } = row
  const entry = entryOf(clock, by, 'orderCorrected', id, {
    before: { sendDate: row.sendDate, shipCompany: row.shipCompany },
    after: { sendDate: to.sendDate, shipCompany: to.shipCompany, fields, reason },
  })
  const about = { orderId: id, kind, sendDate: to.sendDate }
  const told = { ...about, corrected: fields.join(' '), reason }
  const notice = noticeAbout('orderCorrected', entry.id, userId, told)
  const set = { ...to, ...searchTextsOf(to) }
  return (await correctOrder(db, row, set, entry, notice)) ? ok(null) : changed()
}
