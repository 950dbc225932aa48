import type { Participant } from '#app/carpool/rules/state.ts'
import {
  cancelFailed,
  changeFlight,
  convertToPrivate,
  editInfo,
  readDepositStanding,
  readPaymentState,
  repayDeposit,
} from '#app/carpool/service/carpool-actions.server.ts'
import { carpoolKind } from '#app/carpool/service/carpool-kind.server.ts'
import { confirmBalance, leaveGroup, prepareBalance } from '#app/group/service/groups.server.ts'
import type { PointsWanted } from '#app/group/service/place-charges.server.ts'
import { hours, minutes } from '#app/kernel/limits.ts'
import { isPaid } from '#app/payments/rules/charge.ts'
import { type Action, inStatus, learnSecret, type Mine, pay, pickPlace, short } from './actions.ts'
import { party } from './actions-join.ts'
import { broken } from './broken.ts'
import { type History, okOf, type Person } from './history.ts'

export const awaitsBalance = inStatus('SUCCESS_PENDING_PAYMENT', 'PRIVATE_PENDING_PAYMENT')

async function exit(h: History, who: Person): Promise<unknown> {
  const mine = pickPlace(h, who, inStatus('OPEN', 'FULL', 'PRIVATE_PENDING_PAYMENT'))
  if (!mine) return
  const answer = await h.say(who, `exits ${short(mine.car.id)}`, () =>
    leaveGroup(carpoolKind, h.services, who, mine.car.id),
  )
  if (answer?.ok && mine.place.seat !== 'gone')
    h.promised.push({ participantId: mine.participantId, what: 'left' })
}

async function correct(h: History, who: Person): Promise<unknown> {
  const mine = pickPlace(h, who, inStatus('OPEN'))
  if (!mine) return
  const {
    people: _,
    terminal: __,
    ...info
  } = party(h, mine.place.party.flightTime + h.chance.int(-hours(1), hours(1)), 1)
  return h.say(who, `edits ${short(mine.participantId)}`, () =>
    editInfo(h.services, who, mine.participantId, info),
  )
}

/** Another flight, mostly once the group is complete: near the others', or far from them. */
async function refly(h: History, who: Person): Promise<unknown> {
  const mine = pickPlace(h, who, flies)
  return mine && flyLater(h, who, mine, minutes(h.chance.int(-300, 600)))
}
const flies = inStatus(
  ...(['SUCCESS_PENDING_PAYMENT', 'SUCCESS', 'PRIVATE_PENDING_PAYMENT', 'PRIVATE'] as const),
  'COMPLETED',
)

/** The student takes another flight, so much later, perhaps from another terminal. */
export async function flyLater(
  h: History,
  who: Person,
  { car, place }: Pick<Mine, 'car' | 'place'>,
  later: number,
): Promise<void> {
  const flight = {
    flightNumber: h.chance.pick(['CA937', null]),
    flightTime: place.party.flightTime + later,
    terminal: h.chance.pick(car.airportTerminals),
  }
  const answer = await h.say(who, `flies ${later / minutes(1)} min later ${short(place.id)}`, () =>
    changeFlight(h.services, who, place.id, flight),
  )
  if (answer && !answer.ok) h.meet(`flight: ${answer.error.code}`)
}

/** Requests the payment of one balance. */
export async function beginBalanceOf(
  h: History,
  who: Person,
  participantId: Participant['id'],
  points: PointsWanted,
): Promise<unknown> {
  const answer = await h.say(who, `balance of ${short(participantId)} with ${points} points`, () =>
    prepareBalance(carpoolKind, h.services, who, participantId, points),
  )
  const payable = okOf(answer)
  if (!payable) return
  if (points !== 'all' && payable.pointsDeducted > points)
    broken('no more points than asked for', `${payable.pointsDeducted} for ${points}`)
  learnSecret(h, who, participantId, payable.clientSecret)
  if (payable.clientSecret === null) h.promised.push({ participantId, what: 'paid' })
}

/** Mostly all points; else none, a part, or more than most students have. */
export const somePoints = ({ chance }: History): PointsWanted =>
  chance.chance(0.5) ? 'all' : chance.chance(0.6) ? chance.int(1, 6000) : 0

async function beginBalance(h: History, who: Person): Promise<unknown> {
  const mine = pickPlace(h, who, awaitsBalance)
  return mine && beginBalanceOf(h, who, mine.participantId, somePoints(h))
}

export async function confirmDue(h: History, who: Person): Promise<unknown> {
  const mine = pickPlace(h, who, awaitsBalance)
  if (!mine) return
  const answer = await h.say(who, `confirms balance of ${short(mine.participantId)}`, () =>
    confirmBalance(carpoolKind, h.services, who, mine.participantId),
  )
  if (answer?.ok) h.promised.push({ participantId: mine.participantId, what: 'paid' })
}

async function balanceAtOnce(h: History, who: Person): Promise<unknown> {
  if (!pickPlace(h, who, awaitsBalance)) return
  await beginBalance(h, who)
  await pay(h, who)
  return confirmDue(h, who)
}

export async function convert(h: History, who: Person): Promise<unknown> {
  const mine = pickPlace(h, who, inStatus('FAILED'))
  if (!mine) return
  return h.say(who, `converts ${short(mine.car.id)}`, () =>
    convertToPrivate(h.services, who, mine.car.id),
  )
}

async function takeBack(h: History, who: Person): Promise<unknown> {
  const mine = pickPlace(h, who, inStatus('FAILED'))
  if (!mine) return
  const answer = await h.say(who, `cancels ${short(mine.car.id)}`, () =>
    cancelFailed(h.services, who, mine.car.id),
  )
  if (answer?.ok && inStatus('FAILED')(mine))
    h.promised.push({ participantId: mine.participantId, what: 'left' })
}

const lostDeposit = ({ place }: Mine) =>
  place.seat === 'taken' && (place.deposit.state === 'lost' || place.hold.renewing === 'failed')

/** What the profile requests for each record, plus a new deposit where the old one is gone. */
async function repay(h: History, who: Person): Promise<unknown> {
  const mine = pickPlace(h, who, lostDeposit)
  if (!mine) return
  const id = mine.participantId
  const standing = await h.say(who, `deposit of ${short(id)} stands?`, () =>
    readDepositStanding(h.services, who, id),
  )
  learnSecret(h, who, id, okOf(standing)?.clientSecret ?? null)
  if (!lostDeposit(mine) && h.chance.chance(0.9)) return
  const answer = await h.say(who, `deposit of ${short(id)} again`, () =>
    repayDeposit(h.services, who, id, true),
  )
  learnSecret(h, who, id, okOf(answer)?.clientSecret ?? null)
  return answer?.ok && h.chance.chance(0.7) && pay(h, who)
}

async function paymentState(h: History, who: Person): Promise<unknown> {
  const mine = pickPlace(h, who)
  return (
    mine &&
    h.say(who, `payments of ${short(mine.participantId)}`, () =>
      readPaymentState(h.services, who, mine.participantId),
    )
  )
}

const leavable = inStatus('OPEN', 'FULL', 'PRIVATE_PENDING_PAYMENT')
const failed = inStatus('FAILED')
const begun = ({ place }: Mine) => place.balance.quote !== null && !isPaid(place.balance)

export const AFTER: Record<string, Action> = {
  exit: { weight: 2, fits: leavable, run: exit },
  editInfo: { weight: 2, fits: inStatus('OPEN'), run: correct },
  changeFlight: { weight: 3, fits: flies, run: refly },
  beginBalance: { weight: 5, fits: awaitsBalance, run: beginBalance },
  confirmBalance: { weight: 4, fits: begun, run: confirmDue },
  balanceAtOnce: { weight: 9, fits: awaitsBalance, run: balanceAtOnce },
  convert: { weight: 7, fits: failed, run: convert },
  cancelFailed: { weight: 3, fits: failed, run: takeBack },
  repay: { weight: 5, fits: lostDeposit, run: repay },
  paymentState: { weight: 0.5, run: paymentState },
}
