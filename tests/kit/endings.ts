import { changeOf } from '#app/features/flights/rules/flights.ts'
import { hours } from '#app/kernel/limits.ts'
import type { Dispute } from '#app/payments/rules/payment.ts'
import { DEPARTURE, flightOf, party, placeIdOf, Story, terms, userOf } from './carpool.ts'
import { World } from './carpool-world.ts'
import type { Intent } from './world.ts'

/** Carpools of Ann, Bob and Cat, told step by step, with a bank and a ledger of points. */
export class Scene extends World {
  constructor() {
    super({ points: 900 })
  }
  open(name = 'ann', maxPassengers = 3) {
    return this.#open(this.group, name, { maxPassengers }, {})
  }
  #open(car: Story, name: string, t: Parameters<typeof terms>[0], p: Parameters<typeof party>[0]) {
    this.say(car, {
      type: 'draft',
      carpoolId: `car_${this.cars.indexOf(car)}`,
      participantId: placeIdOf(name),
      userId: userOf(name),
      terms: terms(t),
      party: party(p),
    })
    return this.#deposit(name)
  }
  join(...names: string[]) {
    for (const name of names) {
      this.hold(name, 1)
      this.#deposit(name)
    }
    return this
  }
  holding(name: string, atCard: boolean) {
    this.hold(name, 1)
    if (atCard) this.makeIntent(name, 'deposit')
    return this
  }
  #deposit(name: string) {
    this.makeIntent(name, 'deposit')
    this.payNewest()
    return this.rest()
  }
  begun(name: string, points = 0) {
    this.begin(name, points)
    this.reserve(name)
    this.makeIntent(name, 'balance')
    return this
  }
  processing(name: string) {
    this.begun(name)
    const made = this.intents.at(-1)
    if (made) this.pay(made, true)
    return this
  }
  paid(name: string, points = 0) {
    this.begun(name, points)
    this.payNewest()
    return this.rest()
  }
  exit(name: string) {
    this.say(this.group, { type: 'exit', userId: userOf(name) })
    return this.rest()
  }
  giveUp(name: string) {
    const p = this.livePlace(name)?.p
    if (p) this.say(this.group, { type: 'giveUp', participantId: p.id, userId: p.userId })
    return this
  }
  cancelFailed(name: string) {
    this.say(this.group, { type: 'cancelFailed', userId: userOf(name) })
    return this.rest()
  }
  goesPrivate(name: string) {
    this.convert(name)
    this.openPrivates()
    return this.rest()
  }
  /** To another car, because of a flight that is late; it is complete with them. */
  moves(name: string) {
    const other = new Story()
    this.cars.push(other)
    const at = DEPARTURE + hours(4)
    this.#open(other, 'dan', { maxPassengers: 2, carpoolAt: at }, { flightTime: at - hours(2) })
    const p = this.livePlace(name)?.p
    if (!p) throw new Error(`no place of ${name}`)
    const flight = flightOf(p.party, { flightTime: at - hours(2) })
    this.say(this.group, { type: 'changeFlight', participantId: p.id, userId: p.userId, flight })
    const to = { carpoolId: other.car.id, participantId: placeIdOf(`${name}_moved`) }
    const seen = changeOf(this.group.car, p)?.version ?? 0
    this.say(this.group, { type: 'beginMove', participantId: p.id, to, seen, by: 'adm_one' })
    return this.rest()
  }
  /** An administrator gives a place its money back. */
  refundPlace(name: string) {
    const p = this.group.car.participants.find(({ userId }) => userId === userOf(name))
    if (p) this.say(this.group, { type: 'refundPlace', participantId: p.id, by: 'adm_one' })
    return this.rest()
  }
  /** Everybody has done what they do for now. */
  rest() {
    for (let round = 0; round < 3; round++)
      for (let n = this.todo.length - 1; n >= 0; n--) this.doEffect(n, 'well')
    return this
  }
  until(at: number) {
    this.settleDown(Math.max(this.now, at))
    return this
  }
  #readDeposit(name: string, change: (facts: Intent['facts']) => Partial<Intent['facts']>) {
    const found = this.intents.find(
      ({ facts }) => facts.purpose === 'deposit' && facts.participantId.includes(name),
    )
    if (!found) throw new Error(`no deposit of ${name}`)
    this.update(found, change(found.facts))
    this.tell(found.facts)
    return this
  }
  /** In Stripe's dashboard, of the deposit. */
  refunded(name: string, pence: number) {
    return this.#readDeposit(name, ({ received }) => ({
      money: received === pence ? 'returned' : 'captured',
      received: received - pence,
      refunded: pence,
    }))
  }
  refundFailed(name: string, pence: number) {
    return this.refunded(name, pence).#readDeposit(name, ({ received }) => ({
      money: 'captured',
      received: received + pence,
      refunded: 0,
      failedRefunds: [{ id: 're_1', amount: pence }],
    }))
  }
  disputed(name: string, state: Dispute['state'], moves = 1) {
    const isLost = state === 'lost'
    return this.#readDeposit(name, () => ({
      money: isLost ? 'returned' : 'captured',
      received: isLost ? 0 : 2000,
      disputes: [{ id: 'dp_1', state, amount: 2000, moves }],
    }))
  }
  cancel(car: Story) {
    return this.say(car, { type: 'cancelGroup', by: 'adm_one' })
  }

  placesOf(name: string) {
    return this.cars.flatMap(({ car }) =>
      car.participants.filter((p) => p.userId === userOf(name)).map((p) => ({ car, p })),
    )
  }
  #intentsOf(name: string) {
    const ids = this.placesOf(name).map(({ p }) => p.id as string)
    return this.intents.filter(({ facts }) => ids.includes(facts.participantId))
  }
  /** What somebody is out of pocket, in pence and points. */
  costOf(name: string): [pence: number, points: number] {
    const pence = this.#intentsOf(name).reduce((sum, { facts }) => sum + facts.received, 0)
    return [pence, this.ledger.start - this.ledger.balance(userOf(name))]
  }
  /** What we have of somebody's, charged or only held. */
  inHandOf(name: string): number {
    const held = this.#intentsOf(name).filter(({ facts }) => facts.money === 'held')
    return this.costOf(name)[0] + held.length * 2000
  }
  /** What has gone back of all that was ever charged. */
  backTo(name: string): number {
    return this.#intentsOf(name).reduce((sum, { facts, history }) => {
      return sum + Math.max(...history.map(({ received }) => received)) - facts.received
    }, 0)
  }
}
