import {
  beginClosing,
  type Closing,
  eraseInD1,
  listClosing,
  listGroupsOf,
  markErased,
  reopen,
} from '#app/account/rows/closing.server.ts'
import { placeOf } from '#app/group/rules/state.ts'
import type { AllObjects, Objects } from '#app/group/service/group-objects.server.ts'
import type { GroupId, UserId } from '#app/kernel/id.ts'
import { CLOSING_SETTLED_MS } from '#app/kernel/limits.ts'
import { fail, ok, type Result } from '#app/kernel/result.ts'
import { findCustomerId } from '#app/payments/rows/customers.server.ts'
import type { NeedsToPay, Payments } from '#app/payments/service/payments.server.ts'
import { inParallel } from '#app/platform/in-parallel.server.ts'
import { eachByItself } from '#app/platform/queue.server.ts'
import type { Needs } from '#app/platform/resources.server.ts'
import { findOpenMoney, type OpenItem } from './open-money.server.ts'

export type { OpenItem }

// Closing an account (decision 0012): it is closed first, so that nothing new can begin; then
// open items are read from their source of truth. If money is open, the account is reopened as
// it was. Otherwise all personal data is erased: from D1 immediately, from the objects and the
// payment provider immediately or by the sweep.

/**
 * What prevents the account from being closed now. Fails with `unavailable` if a group cannot be
 * reached.
 */
export const findOpenItems = (context: Needs<'db'> & Objects, userId: UserId) =>
  findOpenMoney(context, userId)

/**
 * Erases the data in D1 if no money is open; otherwise reopens the account. Returns the open items.
 */
async function decide(
  context: Needs<'db' | 'clock'> & Objects,
  closing: Closing,
): Promise<Result<OpenItem[]>> {
  const { db, clock } = context
  const open = await findOpenItems(context, closing.id)
  if (open.ok && open.value.length === 0) {
    const erased = await eraseInD1(db, closing, clock.now())
    return erased ? open : fail('unavailable', { retryAfterSeconds: 5 })
  }
  await reopen(db, closing)
  return open
}

/**
 * Erases the user from a group. A hold made while the account was being closed is released first:
 * it was never paid.
 */
async function forgetIn(
  { objects }: Objects,
  id: GroupId,
  userId: UserId,
  giveUpFirst: boolean,
): Promise<Result<null>> {
  const groups = objects.of(id)
  if (giveUpFirst) {
    const found = await groups.snapshot(id)
    if (!found.ok) return found
    const place = found.value && placeOf(found.value.state, userId)
    if (place?.seat === 'held') {
      const given = await groups.execute(id, { type: 'giveUp', participantId: place.id, userId })
      if (!given.ok) return given
    }
  }
  return groups.forgetPerson(id, userId)
}

/** Erases what lies outside D1: the groups' own histories and the saved card. Safe to repeat. */
async function eraseElsewhere(
  context: Needs<'db'> & { payments: Payments; objects: AllObjects },
  userId: UserId,
  giveUpFirst: boolean,
): Promise<Result<unknown>> {
  const { db, payments } = context
  const groups = await listGroupsOf(db, userId)
  const customerId = await findCustomerId(db, userId)
  return inParallel([
    ...groups.map((id) => () => forgetIn(context, id, userId, giveUpFirst)),
    () => (customerId ? payments.deleteCustomer(customerId) : Promise.resolve(ok(null))),
  ])
}

async function finish(
  context: Needs<'log'> & NeedsToPay & Objects,
  closing: Closing,
): Promise<boolean> {
  const { log, db, clock } = context
  const gone = await eraseElsewhere(context, closing.id, true)
  if (!gone.ok) {
    log.warn('an account is not erased everywhere yet', {
      userId: closing.id,
      code: gone.error.code,
    })
    return false
  }
  // Repeated, because a request in progress during the closing may have written something.
  await eraseInD1(db, closing, clock.now())
  await markErased(db, closing, clock.now())
  log.info('account erased', { userId: closing.id })
  return true
}

async function resume(
  context: Needs<'log'> & NeedsToPay & Objects,
  { erased, ...closing }: Closing & { erased: boolean },
): Promise<boolean> {
  if (erased) return finish(context, closing)
  // The request died between closing and deciding.
  const open = await decide(context, closing)
  return open.ok && open.value.length === 0 ? finish(context, closing) : false
}

/**
 * Closes the account; the password has already been checked. Returns the open items, in which case
 * nothing has changed; an empty list means it is closed. Fails with `unavailable` when that cannot
 * be determined now, or when another request is closing it at this moment.
 */
export async function closeAccount(
  context: Needs<'log'> & NeedsToPay & Objects,
  userId: UserId,
): Promise<Result<OpenItem[]>> {
  const { clock, db, log } = context
  const closing = { id: userId, closedAt: clock.now() }
  if (!(await beginClosing(db, userId, closing.closedAt)))
    return fail('unavailable', { retryAfterSeconds: 5 })
  const open = await decide(context, closing).catch(async (error: unknown) => {
    // A bug must not lock the student out until the sweep runs.
    await reopen(db, closing)
    throw error
  })
  if (!open.ok || open.value.length > 0) return open
  log.info('account closed', { userId })
  // The student gets an answer whatever happens here; the sweep finishes it.
  await eraseElsewhere(context, userId, false).catch((error: unknown) =>
    log.error('an account could not be erased everywhere', error, { userId }),
  )
  return open
}

/**
 * Continues every unfinished closing, once no earlier request can still be in progress. Returns
 * how many were finished.
 */
export async function sweepClosings(context: Needs<'log'> & NeedsToPay & Objects): Promise<number> {
  const { clock, db } = context
  const now = clock.now()
  const items = await listClosing(db, now - CLOSING_SETTLED_MS, now)
  return eachByItself(
    context,
    { name: 'closings', items, idOf: ({ id }) => id },
    async (closing) => ((await resume(context, closing)) ? 'done' : 'undecided'),
  )
}
