import * as console_ from '#app/console/rows/requests.server.ts'
import * as requests from '#app/requests/rows/requests.server.ts'
import { testStatements } from './statement.ts'
import { aside, NOW, rowOf } from './world.ts'

const seen = rowOf('requests', { payment: 'awaiting', intentId: 'pi_1' }) as never
const due = rowOf('requests', { remindAt: NOW }) as never
const unbegun = rowOf('requests', { payment: 'awaiting', intentId: null }) as never
const begun = { payment: 'awaiting', intentId: 'pi_1', status: 'asked' }
const par = (n: string) => ({ id: `par_${n}`, userId: `usr_${n}`, groupId: `car_${n}` })
const another = { id: 'mail_0', attemptId: 'other', userId: 'usr_0' }
const isNew = rowOf('requests', { id: 'req_9' }) as never
const notice = rowOf('notices', { id: 'told' }) as never
const entry = { at: NOW, adminId: 'adm_1', action: 'requestMade', subject: 'req_9' } as const

const receipt = rowOf('receipts', { sale: 'requestOther', about: {} }) as never

testStatements(requests, {
  findRequest: {
    run: (db) => requests.findRequest(db, 'req_1'),
    rows: { requests: {} },
    is: 'requests(id+-)',
  },
  findOwnRequest: {
    run: (db) => requests.findOwnRequest(db, 'usr_1', 'req_1'),
    rows: { requests: {} },
    is: 'requests(id+- userId+-)',
  },
  changeRequest: [
    {
      run: (db) => requests.changeRequest(db, seen, { amount: 7 }),
      rows: { requests: begun },
      is: 'requests(id+- status=asked payment=awaiting refundedAmount+- failedAmount+- paymentAttempt+- intentId+-0) ~ requests(outside! beforeLoss!)',
    },
    {
      run: (db) => requests.changeRequest(db, unbegun, { amount: 7 }),
      rows: { requests: { ...begun, intentId: null } },
      is: 'requests(id+- status=asked payment=awaiting refundedAmount+- failedAmount+- paymentAttempt+- intentId!) ~ requests(outside! beforeLoss!)',
    },
  ],
  payRequest: {
    run: (db) => requests.payRequest(db, seen, { payment: 'paid' }, notice, receipt),
    rows: { requests: begun },
    // The receipt is of the very payment that was seen.
    same: ['"settings"."key" in', 'true: "requests"."id" =', 'true: "requests"."intent_id" ='],
    is: 'requests(id+- status=asked payment=awaiting|paid refundedAmount+- failedAmount+- paymentAttempt+- intentId+-0) < requests(payment=free|awaiting|refunding|refunded) ~ requests(outside! beforeLoss!)',
  },
  changeRequestAudited: {
    run: (db) => requests.changeRequestAudited(db, seen, { amount: 7 }, entry, notice),
    rows: { requests: begun },
    is: 'requests(id+- status=asked payment=awaiting refundedAmount+- failedAmount+- paymentAttempt+- intentId+-0) ~ requests(outside! beforeLoss!)',
  },
  insertRequest: {
    run: (db) => requests.insertRequest(db, isNew, { entry, notice }),
    rows: { users: {} },
    is: 'users(id+- closedAt!)',
  },
  replaceRequest: {
    run: (db) => requests.replaceRequest(db, seen, isNew, { entry, notice }),
    rows: { users: {}, requests: begun },
    is: 'requests(id+- status=asked payment=awaiting refundedAmount+- failedAmount+- paymentAttempt+- intentId+-0) < users(id+- closedAt!) ~ requests(outside! beforeLoss!)',
  },
  listRequestsToRemind: {
    run: (db) => requests.listRequestsToRemind(db, NOW),
    rows: { requests: { remindAt: NOW, payment: 'awaiting' } },
    is: 'requests(payment=awaiting remindAt+0) > others',
  },
  remindOf: {
    run: (db) => requests.remindOf(db, due, notice),
    rows: { requests: { payment: 'awaiting', remindAt: NOW } },
    is: 'requests(id+- payment=awaiting remindAt+-0)',
  },
  listDueRequests: {
    run: (db) => requests.listDueRequests(db, NOW),
    rows: { requests: { dueAt: NOW } },
    with: [aside('requests', 'req_1')],
    is: ['requests(dueAt+0) > others', 'with attempts(kind+- subject+-)'],
  },
  listRequestsAbout: {
    run: (db) => requests.listRequestsAbout(db, 'mail_1'),
    rows: { requests: { subjectId: 'mail_1' } },
    is: 'requests(subjectId+-0)',
  },
  listOwnRequests: {
    run: (db) => requests.listOwnRequests(db, { id: 'usr_1' }),
    rows: { requests: {} },
    is: 'requests(userId+-)',
  },
})

testStatements(console_, {
  findWhom: [
    {
      run: (db) => console_.findWhom(db, { user: 'usr_1', about: '', place: '' }),
      rows: { users: {} },
      is: 'users(id+- closedAt!)',
    },
    {
      run: (db) => console_.findWhom(db, { user: '', about: 'mail_1', place: '' }),
      rows: { users: {}, orders: [another, {}] },
      is: 'users(id+- closedAt!) orders.1(id+- userId+-)',
    },
    {
      run: (db) => console_.findWhom(db, { user: '', about: '', place: 'par_1' }),
      rows: { users: {}, participants: [par('0'), {}, par('2')] },
      // The group of the place: tests/worker/requests/pages.test.ts.
      same: ['"participants"."id" = ?'],
      is: 'users(id+- closedAt!) participants.1(id+- userId+-)',
    },
  ],
  findWithPerson: {
    run: (db) => console_.findWithPerson(db, 'req_1'),
    rows: { requests: {}, users: { name: 'A' } },
    is: 'requests(id+-) ~ requests(userId+-) users(id+- closedAt!)',
  },
  listRequests: [
    {
      run: (db) =>
        console_.listRequests(db, { openOnly: true, after: { at: NOW, id: 'req_' }, limit: 9 }),
      rows: { requests: { askedAt: NOW, payment: 'awaiting' }, users: { name: 'A' } },
      is: 'requests(id- payment=awaiting askedAt-) > others ~ requests(userId+-) users(id+- closedAt!)',
    },
    {
      run: (db) =>
        console_.listRequests(db, { openOnly: false, after: { at: NOW, id: 'req_1x' }, limit: 9 }),
      rows: { requests: { askedAt: NOW }, users: { name: 'A' } },
      is: 'requests(id+ askedAt+) > others ~ requests(userId+-) users(id+- closedAt!)',
    },
  ],
  countOverdue: {
    run: (db) => console_.countOverdue(db, NOW),
    rows: { requests: { askedAt: NOW, payment: 'awaiting' } },
    is: 'requests(payment=awaiting askedAt+) ~ others',
  },
})
