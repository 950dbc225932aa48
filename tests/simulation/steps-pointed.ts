import type { Participant } from '#app/carpool/rules/state.ts'
import { carpoolKind } from '#app/carpool/service/carpool-kind.server.ts'
import { giveUpPlace } from '#app/group/service/groups.server.ts'
import { RENEW_BEFORE_MS } from '#app/kernel/limits.ts'
import { type Action, type Mine, placesOf } from './actions.ts'
import { AFTER, awaitsBalance, beginBalanceOf } from './actions-after.ts'
import { draftAs, JOIN, newDraft } from './actions-join.ts'
import type { History, Person } from './history.ts'
import type { D1Fault } from './network.ts'

export type Step = { weight: number; run(h: History): Promise<unknown> }

const ACTIONS: Record<string, Action> = { ...JOIN, ...AFTER }
const act = async (h: History, who: Person, name: string) => ACTIONS[name]?.run(h, who)

/** A student with a matching place, if there is one; otherwise any student. */
function someone(h: History, fits: (mine: Mine) => boolean): Person {
  const fitting = h.people.filter((who) => placesOf(h, who).some(fits))
  return h.chance.pick(fitting.length > 0 ? fitting : h.people)
}
const onHold = ({ place }: Mine) => place.seat === 'held'
const taken = ({ place }: Mine) => place.seat === 'taken'

/**
 * One student does something and undoes it at the same moment; no event reports what was just paid.
 */
async function regret(h: History) {
  const { chance, world } = h
  const who = someone(h, chance.chance(0.5) ? onHold : taken)
  const held = placesOf(h, who).some(onHold)
  if (held && chance.chance(0.6)) {
    await world.during(world.bank.fault('drop-events', 3, { retry: true }))
    await world.during(act(h, who, 'depositIntent'))
    await world.during(act(h, who, 'pay'))
  }
  const doing = chance.pick(
    held ? ['pay', 'confirm', 'confirm'] : ['balanceAtOnce', 'convert', 'repay', 'confirm'],
  )
  const undoing = chance.pick(held ? ['giveUp'] : ['exit', 'cancelFailed'])
  await world.during(Promise.all([undoing, doing].map((name) => act(h, who, name))))
}

/**
 * Pays everything one student owes, in as many windows; occasionally for private cars made just for
 * that.
 */
async function payEverything(h: History) {
  const { chance, world } = h
  const owing = (who: Person) => placesOf(h, who).filter(awaitsBalance)
  if (chance.chance(0.4)) {
    const who = chance.pick(h.people)
    for (const n of [1, 2]) {
      const made = await world.during(
        draftAs(h, who, `${who.id}-own${n}`, { ...newDraft(h), maxPassengers: 1, people: 1 }),
      )
      if (made && made !== 'gaveUp')
        await world.during(world.bank.confirm(made.clientSecret, 'pm_card_visa', false))
      await world.advance(200)
    }
  }
  const [most] = h.people.toSorted((a, b) => owing(b).length - owing(a).length)
  if (!most) return
  await world.during(
    Promise.all(owing(most).map((mine) => beginBalanceOf(h, most, mine.participantId, 'all'))),
  )
}

/**
 * A balance with points whose reservation arrives after the student has requested another without
 * points.
 */
async function changeOfQuote(h: History) {
  const who = someone(h, awaitsBalance)
  const mine = placesOf(h, who).find(awaitsBalance)
  if (!mine) return payEverything(h)
  const before: D1Fault[] = Array.from({ length: h.chance.int(2, 7) }, () => 'none')
  h.world.network.trouble.d1.push(...before, 'hang')
  h.world.note('database: hangs in a moment')
  h.loose.push(beginBalanceOf(h, who, mine.participantId, 'all'))
  await h.world.advance(h.chance.int(0, 1500))
  await h.world.during(
    beginBalanceOf(h, who, mine.participantId, h.chance.pick([0, 0, 100, 'all'] as const)),
  )
}

/** A hold is dropped and taken again while the lists cannot be written. */
async function holdAgain(h: History) {
  const who = h.chance.pick(h.people)
  await h.world.during(act(h, who, 'hold'))
  h.world.note('database: fails for a while')
  const held = placesOf(h, who).find(onHold)
  if (!held) return
  const gone = giveUpPlace(carpoolKind, h.services, who, held.participantId)
  h.world.network.trouble.d1.push('fail')
  await h.world.during(h.say(who, 'drops it', () => gone))
  await h.world.during(act(h, who, 'hold'))
}

type Due = { who: Person; id: Participant['id']; at: number }

/** A hold is being renewed just as something fails and its owner may be leaving. */
async function renewalTrouble(h: History) {
  const { chance, world } = h
  const due = h.people.flatMap((who): Due[] =>
    placesOf(h, who).flatMap(({ place: { id, seat, deposit, hold } }) => {
      const at = (hold.captureBefore ?? 0) - RENEW_BEFORE_MS
      return seat === 'taken' && hold.card && deposit.state === 'held' && at > h.now
        ? [{ who, id, at }]
        : []
    }),
  )
  if (due.length === 0) return regret(h)
  const { who, at } = chance.pick(due)
  const kind = chance.pick(['lose-answers', 'lose-answers', 'hang-calls', 'fail-calls'])
  world.note(`a renewal comes, stripe: ${kind}`)
  await world.advance(Math.max(0, at - h.now - chance.int(1, 50)))
  await world.during(world.bank.fault(kind, chance.int(1, 3), { method: 'POST' }))
  if (chance.chance(0.6)) await world.during(world.bank.fault('drop-events', 4, { retry: true }))
  await world.advance(chance.int(0, 1500))
  await world.during(
    act(h, who, chance.pick(['exit', 'exit', 'cancelFailed', 'convert', 'balanceAtOnce'])),
  )
}

/** Specific stories that chance alone would rarely produce. */
export const POINTED: Record<string, Step> = {
  regret: { weight: 5, run: regret },
  payEverything: { weight: 3, run: payEverything },
  changeOfQuote: { weight: 2, run: changeOfQuote },
  holdAgain: { weight: 1.5, run: holdAgain },
  renewalTrouble: { weight: 3, run: renewalTrouble },
}
