import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ChargeFacts, takenOf } from './charge.ts'
import { failedIn, hasOpenDispute, lostIn } from './payment.ts'
import { changeOf, moveFor, type RowCharge, refundsAfter } from './row-charge.ts'

const AMOUNT = 1000
type Intent = { facts: ChargeFacts; history: ChargeFacts[]; hasSecret: boolean; taken: number }

/** One amount that a row asks of a student, the provider, and everything between them. */
class Asked {
  row: RowCharge = {
    ...{ userId: 'usr_ann', status: 'asked', payment: 'awaiting' },
    ...{ refundedAmount: 0, failedAmount: 0, beforeLoss: null, paymentAttempt: 1, intentId: null },
  }
  intents: Intent[] = []
  /** Whether the student or an administrator was told that it is paid, or that it is void. */
  promised: 'paid' | 'void' | null = null

  byId(id: string | null) {
    return this.intents.find(({ facts }) => facts.intentId === id)
  }
  /** The student opens the sheet; `isLost`: the answer of the provider never arrives. */
  begin(isLost: boolean) {
    const { payment, intentId, paymentAttempt: attempt } = this.row
    if (payment !== 'awaiting' || intentId !== null) return
    const own = `pi_${attempt}`
    const made = this.byId(own) ?? this.#create(own, attempt)
    if (isLost) return
    // As the idempotency key gives it back: a payment that is over is no payment to attach.
    if (made.facts.money === 'returned') return this.tell(made.facts)
    this.row = { ...this.row, intentId: own }
    made.hasSecret = true
  }
  /** A second payment of the same amount, made by hand. */
  makeOther(amount: number) {
    const other = this.#create(`pi_hand_${this.intents.length}`, 1, amount)
    this.#take(other)
  }
  #create(intentId: string, attempt: number, amount = AMOUNT): Intent {
    const facts: ChargeFacts = {
      ...{ intentId, attempt, amount, money: 'unpaid', received: 0 },
      ...{ authorised: false, captureBefore: null, card: null },
    }
    const made = { facts, history: [facts], hasSecret: false, taken: 0 }
    this.intents.push(made)
    return made
  }
  /** Something happens to a payment at the provider. */
  happen(intent: Intent, patch: Partial<ChargeFacts>) {
    const facts = { ...intent.facts, ...patch }
    facts.received = intent.taken - (takenOf({ ...facts, received: 0 }) || 0)
    if (intent.taken > 0) facts.money = facts.received > 0 ? 'captured' : 'returned'
    intent.facts = facts
    intent.history.push(facts)
  }
  #take(intent: Intent) {
    intent.taken = intent.facts.amount
    this.happen(intent, { authorised: true })
  }
  /** By card or by wallet; or in another app, where it may be on its way for a while. */
  pay(intent: Intent, how: 'card' | 'app') {
    if (!intent.hasSecret || intent.facts.money !== 'unpaid') return
    if (how === 'card') this.#take(intent)
    else this.happen(intent, { money: 'processing' })
  }
  /** The other app has decided. */
  decide(intent: Intent, paid: boolean) {
    if (intent.facts.money !== 'processing') return
    if (paid) this.#take(intent)
    else this.happen(intent, { money: 'unpaid' })
  }
  refund(intent: Intent, part: number) {
    const { refunded = 0, received } = intent.facts
    const amount = Math.min(part, received)
    if (amount > 0 && !hasOpenDispute(intent.facts))
      this.happen(intent, { refunded: refunded + amount })
  }
  failRefund(intent: Intent) {
    const { refunded = 0, failedRefunds = [], intentId } = intent.facts
    if (!refunded || this.row.intentId !== intentId || this.row.payment === 'awaiting') return
    const failed = { id: `re_${failedRefunds.length}`, amount: refunded }
    this.happen(intent, { refunded: 0, failedRefunds: [...failedRefunds, failed] })
  }
  dispute(intent: Intent, state: 'open' | 'won' | 'lost') {
    const { disputes: [known] = [], received, intentId } = intent.facts
    // The bank may return what it had decided against us.
    const isNext = state === 'won' ? known && known.state !== 'won' : known?.state === 'open'
    if (state === 'open' ? known || received === 0 : !isNext) return
    const amount = known?.amount ?? received
    this.happen(intent, { disputes: [{ id: `dp_${intentId}`, state, amount }] })
  }
  /** Cancels an unpaid payment or refunds what is left; one that is on its way it leaves alone. */
  release(intent: Intent) {
    const { money } = intent.facts
    if (money === 'unpaid') this.happen(intent, { money: 'returned' })
    else if (money === 'captured') this.refund(intent, intent.taken)
  }
  /** A reading of before; of a payment that an unpaid row does not know there has been none. */
  tellOld({ facts, history }: Intent, nth: number) {
    const isKnown = this.row.payment !== 'awaiting' || this.row.intentId === facts.intentId
    const old = history[nth % history.length]
    // Whether a row hears of a full refund before it fails decides if it is refunded or paid.
    const isUndone = old?.money === 'returned' && facts.money !== 'returned'
    this.tell(isKnown && old && !isUndone ? old : facts)
  }
  /** A reading arrives, which may be old. What it calls for is done on what is true now. */
  tell(read: ChargeFacts) {
    let facts = read
    for (let round = 0; round < 4; round++) {
      const move = moveFor(this.row, AMOUNT, facts)
      const intent = this.byId(facts.intentId)
      if (!intent || move === 'nothing' || move === 'wait') return
      if (move === 'release') {
        this.release(intent)
        if (intent.facts === facts) return
        facts = intent.facts
        continue
      }
      if (move === 'pay' && !this.#ended(facts.intentId)) return
      if (moveFor(this.row, AMOUNT, facts) !== move) continue
      const refunds = this.row.payment === 'paid' ? refundsAfter(this.row, facts) : null
      this.row = { ...this.row, ...changeOf(move, this.row, facts, (status) => status, 0) }
      if (refunds) {
        const { refundedAmount, failedAmount } = refunds
        this.row = { ...this.row, refundedAmount, failedAmount }
      }
      return
    }
  }
  /** Whether the payment begun for the row is seen cancelled, unless it is `except`. */
  #ended(except: string | null): boolean {
    const { intentId } = this.row
    const own = intentId === except ? undefined : this.byId(intentId)
    if (!own) return true
    if (own.facts.money === 'unpaid') this.release(own)
    this.tell(own.facts)
    return own.facts.money !== 'processing' && this.row.payment === 'awaiting'
  }
  /** The student comes back from the card form. */
  confirm() {
    const own = this.byId(this.row.intentId)
    if (own) this.tell(own.facts)
    if (this.row.payment === 'paid') this.promised = 'paid'
  }
  /** An administrator takes it back, or records that it was paid elsewhere. */
  end() {
    if (this.row.payment !== 'awaiting' || !this.#ended(null)) return
    this.row = { ...this.row, status: 'void', payment: 'free', intentId: null }
    this.promised = 'void'
  }
  settleDown() {
    for (let round = 0; round < 4; round++)
      for (const intent of this.intents) {
        this.decide(intent, true)
        if (hasOpenDispute(intent.facts)) this.dispute(intent, 'won')
        this.tell(intent.facts)
      }
  }
}

const nth = fc.nat(3)
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('begin' as const), isLost: fc.boolean() }) },
  {
    weight: 5,
    arbitrary: fc.record({
      ...{ do: fc.constant('pay' as const), nth },
      how: fc.constantFrom('card' as const, 'app' as const),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('decide' as const), nth, paid: fc.boolean() }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('tell' as const), nth, old: fc.nat(6) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      ...{ do: fc.constant('refund' as const), nth, part: fc.constantFrom(30, 400, AMOUNT) },
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      ...{ do: fc.constant('dispute' as const), nth },
      state: fc.constantFrom('open' as const, 'won' as const, 'lost' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('failRefund' as const), nth }) },
  {
    weight: 1,
    arbitrary: fc.record({
      ...{ do: fc.constant('makeOther' as const), amount: fc.constantFrom(AMOUNT, 700) },
    }),
  },
  { weight: 3, arbitrary: fc.constantFrom({ do: 'confirm' as const }, { do: 'end' as const }) },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

function run(asked: Asked, s: Step): void {
  const intent = 'nth' in s ? asked.intents[s.nth % asked.intents.length] : undefined
  if (s.do === 'confirm' || s.do === 'end') asked[s.do]()
  else if (s.do === 'begin') asked.begin(s.isLost)
  else if (s.do === 'makeOther') asked.makeOther(s.amount)
  else if (intent) happenTo(asked, intent, s)
}

function happenTo(asked: Asked, intent: Intent, s: Extract<Step, { nth: number }>): void {
  if (s.do === 'pay') asked.pay(intent, s.how)
  else if (s.do === 'decide') asked.decide(intent, s.paid)
  else if (s.do === 'refund') asked.refund(intent, s.part)
  else if (s.do === 'dispute') asked.dispute(intent, s.state)
  else if (s.do === 'failRefund') asked.failRefund(intent)
  else asked.tellOld(intent, s.old)
}

/** What was said stays true. */
function check({ row, promised }: Asked) {
  if (promised === 'paid') expect(['paid', 'refunded']).toContain(row.payment)
  if (promised === 'void') expect(row.payment).toBe('free')
}

/**
 * Kept = what a paid row asks for, less what was given back; of anything else nothing is kept but
 * refunds that failed, which `failed_refunds` lists.
 */
function checkRest({ row, intents }: Asked) {
  for (const { facts, hasSecret } of intents) {
    const isOwn = row.intentId === facts.intentId
    const is = `${facts.intentId}, row ${row.payment}`
    // What a dispute has taken of it is in the list of disputes.
    const left = AMOUNT - row.refundedAmount - lostIn(facts.disputes)
    const owed = isOwn && row.payment === 'paid' ? left : 0
    const listed = isOwn && row.payment === 'refunded' ? failedIn(facts.failedRefunds) : 0
    const beyond = facts.received - owed
    expect(beyond >= 0 && beyond <= listed, `${is}, beyond ${beyond}`).toBe(true)
    // Nobody can pay what nobody was given the secret of.
    if (hasSecret && !(isOwn && row.payment === 'awaiting'))
      expect(facts.money, is).not.toBe('unpaid')
  }
}

test('whatever is begun, paid, given back, disputed, taken back and told late, it adds up', () => {
  const seen = new Map<string, number>()
  fc.assert(
    fc.property(fc.array(step, { minLength: 8, maxLength: 50, size: 'max' }), (steps) => {
      const asked = new Asked()
      for (const next of steps) {
        run(asked, next)
        check(asked)
        const { payment, refundedAmount, failedAmount, beforeLoss } = asked.row
        const states = [
          payment,
          payment === 'paid' && refundedAmount > 0 && 'a part given back',
          failedAmount > 0 && 'a refund failed',
          beforeLoss && 'lost to a dispute',
        ]
        for (const what of states) if (what) seen.set(what, (seen.get(what) ?? 0) + 1)
      }
      asked.settleDown()
      check(asked)
      checkRest(asked)
      const { payment } = asked.row
      for (const intent of asked.intents)
        for (const nth of intent.history.keys()) asked.tellOld(intent, nth)
      expect(asked.row.payment, 'old news changes nothing').toBe(payment)
    }),
    { numRuns: 3000 },
  )
  const wanted = ['awaiting', 'paid', 'free', 'refunded', 'a part given back', 'a refund failed']
  for (const state of [...wanted, 'lost to a dispute'])
    expect(seen.get(state) ?? 0, state).toBeGreaterThan(5)
})
