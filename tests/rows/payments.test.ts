import { sql } from 'drizzle-orm'
import { DRAFT_MS, HOLD_MS, minutes } from '#app/kernel/limits.ts'
import * as customers from '#app/payments/rows/customers.server.ts'
import * as disputes from '#app/payments/rows/disputes.server.ts'
import * as refunds from '#app/payments/rows/failed-refunds.server.ts'
import * as holdCounts from '#app/payments/rows/hold-counts.server.ts'
import * as receipts from '#app/payments/rows/receipts.server.ts'
import * as recovery from '#app/payments/rows/recovery.server.ts'
import type { Db } from '#db/db.ts'
import { testStatements } from './statement.ts'
import { aside, NOW, rowOf } from './world.ts'

const held = { seat: 'held', holdExpiresAt: NOW + 1 }
const attempt = (kind: string, ms: number) => ({
  kind,
  subject: 'usr_1',
  place: 'par_9',
  at: NOW - ms + 1,
})
const unseen = { participants: { ...held, seat: 'gone' }, attempts: attempt('hold', HOLD_MS) }
const draft = { ...unseen, attempts: attempt('draft', DRAFT_MS) }
const wait = { kind: 'wait', subject: 'usr_1', place: 'car_9', at: NOW - minutes(5) + 1 }

testStatements(holdCounts, {
  countHolds: [
    {
      run: (db) => db.get(sql`select ${holdCounts.countHolds(db, 'usr_1', NOW)} as n`),
      rows: { participants: held },
      also: [unseen, draft],
      is: [
        'participants(userId+- seat=held holdExpiresAt-0)',
        'attempts(kind+- subject+- at- place0) ~ participants(seat=taken|lapsing|gone)',
        'attempts(kind+- subject+- at- place0) ~ participants(seat=taken|lapsing|gone)',
      ],
    },
    {
      run: (db) => db.get(sql`select ${holdCounts.countHolds(db, 'usr_1', NOW)} as n`),
      rows: { attempts: attempt('hold', HOLD_MS) },
      with: [{ participants: { id: 'par_9', seat: 'taken' } }],
      is: ['attempts(kind+- subject+- at- place0)', 'with participants(id+-)'],
    },
  ],
  firstHoldEnds: [
    {
      run: (db) => holdCounts.firstHoldEnds(db, 'usr_1', NOW),
      rows: { participants: held },
      also: [unseen, draft],
      is: [
        'participants(userId+- seat=held holdExpiresAt-0)',
        'attempts(kind+- subject+- at- place0) ~ attempts(at+)',
        'attempts(kind+- subject+- at- place0) ~ attempts(at+)',
      ],
    },
    {
      run: (db) => holdCounts.firstHoldEnds(db, 'usr_1', NOW),
      rows: { attempts: [attempt('hold', HOLD_MS), attempt('draft', DRAFT_MS - 9)] },
      is: '~ attempts(kind+- subject+- at+- place0)',
    },
    {
      run: (db) => holdCounts.firstHoldEnds(db, 'usr_1', NOW),
      rows: { attempts: attempt('draft', DRAFT_MS) },
      with: [{ participants: { id: 'par_9', seat: 'taken' } }],
      is: ['attempts(kind+- subject+- at- place0) ~ attempts(at+)', 'with participants(id+-)'],
    },
  ],
  countWaits: [
    {
      run: (db) => db.get(sql`select ${holdCounts.countWaits(db, 'usr_1', NOW)} as n`),
      rows: { waits: {} },
      is: 'waits(userId+-)',
    },
    {
      run: (db) => db.get(sql`select ${holdCounts.countWaits(db, 'usr_1', NOW)} as n`),
      rows: { attempts: wait },
      also: [{ attempts: [wait, { ...wait, id: 2 }] }, { waits: { groupId: 'car_9' } }],
      is: [
        'attempts(kind+- subject+- at- place0)',
        '~ attempts(place+-) attempts.1(place+-)',
        '~ attempts(place+-) waits(groupId+-)',
      ],
    },
  ],
  holdsIn: {
    run: (db) =>
      db.get(sql`select ${holdCounts.holdsIn(db, { id: 'usr_1' }, 'car_1', NOW)} as is_held`),
    rows: { participants: held },
    is: 'participants(groupId+- userId+- seat=held holdExpiresAt-0)',
  },
})

testStatements(customers, {
  findCustomerId: {
    run: (db) => customers.findCustomerId(db, 'usr_1'),
    rows: { users: { stripeCustomerId: 'cus_1' } },
    is: 'users(id+- stripeCustomerId0)',
  },
  setCustomerId: {
    run: (db) => customers.setCustomerId(db, 'usr_1', 'cus_1'),
    rows: { users: {} },
    is: 'users(id+-)',
  },
})

const entry = { at: NOW, adminId: 'adm_1', action: 'x', subject: 'x' } as never
const dispute = (given: object) => rowOf('disputes', { id: 'dp_1', moves: 2, ...given }) as never

testStatements(disputes, {
  putDispute: [
    {
      run: (db) => disputes.putDispute(db, dispute({ state: 'won' }), entry),
      rows: { disputes: { id: 'dp_1', state: 'won', moves: 2, amount: 7 } },
      // What was lost and is not any more is not the same reading.
      same: ['edge <'],
      is: 'more: disputes(moves+) < disputes(id+-) > disputes(state=open|won)',
    },
    {
      run: (db) => disputes.putDispute(db, dispute({ state: 'won' }), entry),
      rows: { disputes: { id: 'dp_1', state: 'lost', moves: 2 } },
      is: 'more: disputes(moves+) < disputes(id+- state=lost)',
    },
    {
      run: (db) => disputes.putDispute(db, dispute({ state: 'lost' }), entry),
      rows: { disputes: { id: 'dp_1', state: 'lost', moves: 2, amount: 7 } },
      is: 'more: disputes(state=open|lost moves+) < disputes(id+-)',
    },
    {
      run: (db) => disputes.putDispute(db, dispute({ state: 'open' }), entry),
      rows: { disputes: { id: 'dp_1', state: 'open', moves: 2, amount: 7 } },
      is: 'more: disputes(state=open moves+) < disputes(id+-)',
    },
  ],
  listOpenDisputes: {
    run: (db) => disputes.listOpenDisputes(db),
    rows: { disputes: { state: 'open' } },
    is: 'disputes(state=open) > others',
  },
  listDisputesOf: {
    run: (db) => disputes.listDisputesOf(db, 'car_1'),
    rows: { disputes: {} },
    is: 'disputes(subjectId+-)',
  },
  listDueDisputes: {
    run: (db) => disputes.listDueDisputes(db, NOW - 5, NOW),
    rows: { disputes: { state: 'open', checkedAt: NOW - 5 } },
    with: [aside('payments', 'pi_1')],
    is: ['disputes(state=open checkedAt+) > others', 'with attempts(kind+- subject+-)'],
  },
})

const owed = { missing: 1, settledAt: null }
const refund = rowOf('failedRefunds', { subjectId: 'mail_1', missing: 3 }) as never
const owedOfPlace = { participants: {}, failedRefunds: { ...owed, purpose: 'deposit' } }

testStatements(refunds, {
  owedInAll: {
    withShared: true,
    run: (db) => db.all(sql`select ${refunds.owedInAll(db)} as pence from participants`),
    rows: owedOfPlace,
    also: [{ failedRefunds: { purpose: 'balance' } }],
    same: ['"missing" >'],
    is: [
      'participants(id+- groupId+-) failedRefunds(subjectId+- participantId+-0 purpose=deposit|balance missing- settledAt!) > others',
      'participants(id+- groupId+-) failedRefunds(subjectId+- participantId+-0 purpose=deposit|balance missing- settledAt!) > others',
    ],
  },
  owedColumns: 'a part of `selectOwedToPlace`',
  selectOwedToPlace: {
    withShared: true,
    run: (db) => refunds.selectOwedToPlace(db, 'par_1'),
    rows: {
      participants: [{}, { id: 'par_2' }],
      failedRefunds: [owedOfPlace.failedRefunds, { id: 're_2', participantId: 'par_2' }],
    },
    also: [{ failedRefunds: { purpose: 'balance' } }],
    same: ['"missing" >'],
    is: [
      'participants(id+- groupId+-) failedRefunds(subjectId+- participantId+-0 purpose=deposit|balance missing- settledAt!) ~ failedRefunds(purpose=deposit|base|request)',
      'participants(id+- groupId+-) failedRefunds(subjectId+- participantId+-0 purpose=deposit|balance missing- settledAt!) ~ failedRefunds(purpose=balance|base|request)',
    ],
  },
  putFailedRefunds: (['orders', 'requests'] as const).map((table) => ({
    withShared: true as const,
    run: (db: Db) => refunds.putFailedRefunds(db, [refund], []),
    rows: {
      failedRefunds: [
        { subjectId: 'mail_1', checkedAt: NOW, missing: 7 },
        { id: 're_2', subjectId: 'mail_1', missing: 1 },
      ],
      [table]: { id: 'mail_1', refundOwed: 9 },
    },
    is: `more: < failedRefunds(id+- checkedAt+) ${table}(id+-) ~ failedRefunds.1(subjectId+- missing+- settledAt!)`,
  })),
  settleFailedRefund: (['orders', 'requests'] as const).map((table) => ({
    withShared: true as const,
    run: (db: Db) => refunds.settleFailedRefund(db, { id: 'id_1', subjectId: 'mail_1' }, entry),
    rows: {
      failedRefunds: [
        { ...owed, subjectId: 'mail_1' },
        { id: 're_2', subjectId: 'mail_1', missing: 1 },
      ],
      [table]: { id: 'mail_1', refundOwed: 9 },
    },
    is: `< failedRefunds(id+- missing- settledAt!) ${table}(id+-) ~ failedRefunds.1(subjectId+- settledAt!)`,
  })),
  listOwedRefunds: {
    run: (db) => refunds.listOwedRefunds(db),
    rows: { failedRefunds: owed, users: {} },
    is: 'failedRefunds(missing- settledAt!) > others ~ failedRefunds(userId+-) users(id+- closedAt!)',
  },
  listFailedRefundsOf: {
    run: (db) => refunds.listFailedRefundsOf(db, 'car_1'),
    rows: { failedRefunds: {}, users: {} },
    is: 'failedRefunds(subjectId+-) ~ failedRefunds(userId+-) users(id+- closedAt!)',
  },
  findFailedRefund: {
    run: (db) => refunds.findFailedRefund(db, 'id_1'),
    rows: { failedRefunds: {}, users: {} },
    is: 'failedRefunds(id+-) ~ failedRefunds(userId+-) users(id+- closedAt!)',
  },
  listFailedRefundsOfUser: {
    run: (db) => refunds.listFailedRefundsOfUser(db, 'usr_1'),
    rows: { failedRefunds: {} },
    is: 'failedRefunds(userId+-)',
  },
  listDueFailedRefunds: {
    run: (db) => refunds.listDueFailedRefunds(db, NOW - 5, NOW),
    rows: { failedRefunds: { ...owed, checkedAt: NOW - 5 } },
    with: [aside('payments', 'pi_1')],
    is: [
      'failedRefunds(missing- checkedAt+ settledAt!) > others',
      'with attempts(kind+- subject+-)',
    ],
  },
  findPlaceOfDeposit: {
    run: (db) => refunds.findPlaceOfDeposit(db, 'usr_1', 'pi_1'),
    rows: { participants: { depositIntentId: 'pi_1', leaving: 'cancelled' } },
    is: 'participants(userId+- leaving=expired|cutoff|givenUp|exited|cancelled|dayOver|departed|refunded|unpaid|groupCancelled depositIntentId+-0)',
  },
  findAbout: {
    run: (db) => refunds.findAbout(db, 'car_1'),
    rows: { groups: {}, orders: { id: 'car_1' } },
    is: '~ groups(id+-) orders(id+-)',
  },
})

const settle = (db: Db) => recovery.settleLostPayment(db, 'pi_1', entry)

testStatements(recovery, {
  findOpenRecovery: {
    run: (db) => recovery.findOpenRecovery(db),
    rows: { recoveries: { doneAt: null } },
    is: 'recoveries(doneAt!)',
  },
  setRecovery: {
    run: (db) => recovery.setRecovery(db, 'id_1', { tries: 7 }),
    rows: { recoveries: {} },
    is: 'recoveries(id+-)',
  },
  isKnown: {
    run: (db) => recovery.isKnown(db, { subjectId: 'mail_1', userId: 'usr_1' }),
    rows: { orders: {}, users: {} },
    also: [{ orders: { id: 'mail_2' }, requests: { id: 'mail_1' } }],
    is: ['~ orders(id+-) users(id+-)', '~ users(id+-) requests(id+-)'],
  },
  putLostPayment: 'no condition',
  listLostPayments: {
    run: (db) => recovery.listLostPayments(db),
    rows: { lostPayments: { userId: 'usr_1' }, users: {} },
    is: 'lostPayments(settledAt!) > others ~ lostPayments(userId+-0) users(id+- closedAt!)',
  },
  findLostPayment: {
    run: (db) => recovery.findLostPayment(db, 'pi_1'),
    rows: { lostPayments: {} },
    is: 'lostPayments(intentId+- settledAt!)',
  },
  settleLostPayment: {
    run: settle,
    rows: { lostPayments: {} },
    is: 'lostPayments(intentId+- settledAt!)',
  },
  listLostPaymentsOf: {
    run: (db) => recovery.listLostPaymentsOf(db, 'usr_1'),
    rows: { lostPayments: { userId: 'usr_1' } },
    is: 'lostPayments(userId+-0)',
  },
})

const receipt = rowOf('receipts', { sale: 'mailBase', about: { day: '2026-01-10' } }) as never

testStatements(receipts, {
  receiptWrite: [
    {
      run: (db) => receipts.receiptWrite(db, receipt),
      rows: {},
      with: [{ receipts: {} }],
      is: ['same:', 'with receipts(intentId+-)'],
    },
    {
      run: async (db) => {
        await receipts.receiptWrite(db, receipt)
        return db.get(sql`select seller from receipts`)
      },
      rows: { settings: { key: 'companyName', value: 'A' } },
      is: 'other: ~ settings(key+- value+-)',
    },
  ],
  putRefunds: {
    run: (db) => receipts.putRefunds(db, [rowOf('refunds', { id: 're_1' }) as never]),
    rows: {},
    with: [{ refunds: { id: 're_1' } }],
    is: ['same:', 'with refunds(id+-)'],
  },
  listKnown: {
    run: (db) => receipts.listKnown(db, ['pi_0', 'pi_1']),
    rows: { receipts: {} },
    is: 'receipts(intentId+-)',
  },
  listReceiptsIn: {
    run: (db) => receipts.listReceiptsIn(db, { from: NOW, to: NOW + 1 }),
    rows: { receipts: { paidAt: NOW } },
    is: 'receipts(paidAt+-) > others',
  },
  listReceipts: [
    {
      run: (db) => receipts.listReceipts(db, 'pi_1', null),
      rows: { receipts: {} },
      is: 'receipts(intentId+-)',
    },
    {
      run: (db) => receipts.listReceipts(db, 'mail_1', 'usr_1'),
      rows: { receipts: { subjectId: 'mail_1' } },
      also: [
        { receipts: { subjectId: '', intentId: 'mail_1' } },
        { receipts: { subjectId: '', participantId: 'mail_1' } },
        { receipts: { subjectId: '' }, participants: { movedTo: 'mail_1' } },
      ],
      is: [
        'receipts(userId+- subjectId+-)',
        'receipts(intentId+- userId+-)',
        'receipts(userId+- participantId+-0)',
        'receipts(userId+- participantId+-0) participants(id+- userId+- movedTo+-0)',
      ],
    },
  ],
  listReceiptsOfUser: {
    run: (db) => receipts.listReceiptsOfUser(db, 'usr_1'),
    rows: { receipts: {} },
    is: 'receipts(userId+-)',
  },
  listRefundsOf: {
    run: (db) => receipts.listRefundsOf(db, ['pi_1']),
    rows: { refunds: { id: 're_1' } },
    with: [{ failedRefunds: { id: 're_1' } }],
    is: ['refunds(intentId+-)', 'with failedRefunds(id+-)'],
  },
  numberReceipt: {
    run: (db) => db.batch(receipts.numberReceipt(db, 'pi_1', '2026') as never),
    rows: { receipts: { amount: 25_001 } },
    also: [
      { receipts: { amount: 1, company: 'A' } },
      { receiptNumbers: { year: '2026', last: 6 } },
    ],
    // The counter and the receipt have the same condition; which number it is: worker/receipts.
    same: ['false: "receipts"."company" is not null', 'true: "receipt_numbers"."year" ='],
    is: [
      'receipts(intentId+- amount- number!)',
      'receipts(intentId+- company0 number!)',
      'receipts(intentId+- amount- number!) < receiptNumbers(year+-) ~ receiptNumbers(last+-)',
    ],
  },
  nameCompany: {
    run: (db) =>
      receipts.nameCompany(db, { intentId: 'pi_1', userId: 'usr_1', company: 'A' }, '2026'),
    rows: { receipts: {} },
    // The conditions of `numberReceipt`.
    same: [
      'true: "receipts"."intent_id" =',
      '"receipts"."amount" >',
      'true: "receipt_numbers"."year" =',
      'true: "receipts"."number" is null',
      'false: "receipts"."company" is not null',
    ],
    is: 'receipts(intentId+- userId+-) < receipts(company! number!)',
  },
})
