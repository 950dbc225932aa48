import * as admin from '#app/orders/rows/admin-orders.server.ts'
import * as orders from '#app/orders/rows/orders.server.ts'
import type { Db } from '#db/db.ts'
import { testStatements } from './statement.ts'
import { aside, NOW, rowOf, TODAY } from './world.ts'

const seen = {
  id: 'mail_1' as const,
  payment: 'paid' as const,
  refundedAmount: 0,
  failedAmount: 0,
  intentId: 'pi_1',
  paymentAttempt: 1,
  status: 'open',
}
const begun = { payment: 'paid', intentId: 'pi_1', kind: 'mail' }
const details = { tel: '1', sendDate: TODAY, ownText: 'o', shipCompany: 'HKA', weights: null }
const asSeen = { ...seen, ...details } as never
const texts = { publicText: 'p', ownText: 'q' }
const entry = { at: NOW, adminId: 'adm_1', action: 'x', subject: 'x' } as never
const corrected = (change: object) => ({ ...details, ...texts, ...change }) as never
const unpaid = { payment: 'awaiting' }
const fifth = ['mail_2', 'mail_3', 'mail_4', 'mail_5'].map((id) => ({
  ...unpaid,
  id,
  attemptId: id,
}))
const isNew = rowOf('orders', { id: 'mail_9', attemptId: 'new' }) as never

const paid = [
  rowOf('notices', {}) as never,
  rowOf('receipts', { sale: 'mailBase', about: {} }) as never,
] as const

testStatements(orders, {
  findOrder: {
    run: (db) => orders.findOrder(db, 'mail_1'),
    rows: { orders: {} },
    is: 'orders(id+-) ~ orders(isBuyBox! isBoxDaytime! isEntrustFriend!)',
  },
  findOwnOrder: {
    run: (db) => orders.findOwnOrder(db, 'usr_1', 'mail', 'mail_1'),
    rows: { orders: { kind: 'mail' } },
    is: 'orders(id+- kind=mail userId+-) ~ orders(isBuyBox! isBoxDaytime! isEntrustFriend!)',
  },
  findOrderOfAttempt: {
    run: (db) => orders.findOrderOfAttempt(db, 'usr_1', 'attempt'),
    rows: { orders: { attemptId: 'attempt' } },
    is: 'orders(userId+- attemptId+-) ~ orders(isBuyBox! isBoxDaytime! isEntrustFriend!)',
  },
  insertOrder: [
    {
      run: (db) => orders.insertOrder(db, isNew),
      rows: { users: {}, orders: fifth },
      with: [{ orders: { id: 'mail_6', attemptId: 'sixth', ...unpaid } }],
      is: ['users(id+- closedAt!)', 'with orders(userId+- payment=awaiting)'],
    },
  ],
  isStillAsRead: 'a part of `changeOrder`',
  changeOrder: [
    {
      run: (db) => orders.changeOrder(db, seen, { baseAmount: 7 }),
      rows: { orders: begun },
      is: 'orders(id+- status=open payment=paid refundedAmount+- failedAmount+- paymentAttempt+- intentId+-0) ~ orders(beforeLoss! isHelp! sendDaytime! isBuyBox! isBoxDaytime! weights! parcels! isEntrustFriend!)',
    },
    {
      run: (db) => orders.changeOrder(db, { ...seen, intentId: null }, { baseAmount: 7 }),
      rows: { orders: { ...begun, intentId: null } },
      is: 'orders(id+- status=open payment=paid refundedAmount+- failedAmount+- paymentAttempt+- intentId!) ~ orders(beforeLoss! isHelp! sendDaytime! isBuyBox! isBoxDaytime! weights! parcels! isEntrustFriend!)',
    },
  ],
  payOrder: {
    run: (db) => orders.payOrder(db, seen, { baseAmount: 7 }, ...paid),
    rows: { orders: begun },
    same: ['"settings"."key" in'],
    is: 'orders(id+- payment=paid intentId+-0) < orders(status=open refundedAmount+- failedAmount+- paymentAttempt+-) ~ orders(beforeLoss! isHelp! sendDaytime! isBuyBox! isBoxDaytime! weights! parcels! isEntrustFriend!)',
  },
  deleteOrder: {
    run: (db) => orders.deleteOrder(db, { ...seen, payBefore: NOW }),
    rows: { orders: { ...begun, payBefore: NOW } },
    is: 'orders(id+- status=open payment=paid refundedAmount+- failedAmount+- paymentAttempt+- intentId+-0 payBefore+-)',
  },
  countUnpaid: {
    run: (db) => orders.countUnpaid(db, 'usr_1'),
    rows: { orders: unpaid },
    is: 'orders(userId+- payment=awaiting)',
  },
  listDueOrders: {
    run: (db) => orders.listDueOrders(db, { now: NOW }),
    rows: { orders: { dueAt: NOW } },
    with: [aside('orders', 'mail_1')],
    is: [
      'orders(dueAt+0) > others ~ orders(isBuyBox! isBoxDaytime! isEntrustFriend!)',
      'with attempts(kind+- subject+-)',
    ],
  },
  postponeOrder: 'as `changeOrder`',
  listOrders: [
    {
      run: (db) =>
        orders.listOrders(
          db,
          {
            kind: 'mail',
            search: 'a',
            notBefore: '2026-01-09',
            after: { day: TODAY, id: 'mail_' },
            limit: 9,
          },
          { id: 'usr_1' },
        ),
      rows: { orders: { kind: 'mail', ownText: 'a', publicText: '', payment: 'awaiting' } },
      also: [
        {
          orders: {
            userId: 'usr_2',
            ownText: '',
            publicText: 'a',
            payment: 'paid',
            status: 'open',
          },
        },
        { orders: { sendDate: '2026-01-11', id: 'mail_' } },
      ],
      // A page begins at that day or later.
      same: ['"send_date" >= ?', '"orders"."user_id" <> ?'],
      is: [
        'orders(id- kind=mail userId+- sendDate- ownText-) ~ orders(isBuyBox! isBoxDaytime! isEntrustFriend!)',
        'orders(id- kind=mail status=open|processing|completed payment=free|paid sendDate- publicText-) > others ~ orders(isBuyBox! isBoxDaytime! isEntrustFriend!)',
        'orders(kind=mail userId+- sendDate- ownText-) ~ orders(isBuyBox! isBoxDaytime! isEntrustFriend!)',
      ],
    },
    {
      run: (db) =>
        orders.listOrders(
          db,
          { kind: 'mail', date: TODAY, notBefore: TODAY, after: null, limit: 9 },
          null,
        ),
      rows: { orders: { kind: 'mail', payment: 'free', status: 'open' } },
      is: 'orders(kind=mail status=open|processing|completed payment=free|paid sendDate+-) > others ~ orders(isBuyBox! isBoxDaytime! isEntrustFriend!)',
    },
    {
      run: (db) =>
        orders.listOrders(
          db,
          { kind: 'mail', notBefore: TODAY, after: null, limit: 9 },
          { id: 'usr_1' },
        ),
      rows: { orders: { kind: 'mail', payment: 'free', status: 'open' } },
      also: [{ orders: { userId: 'usr_2' } }],
      same: ['"orders"."user_id" <> ?'],
      is: [
        'orders(kind=mail sendDate-) > others ~ orders(userId+- isBuyBox! isBoxDaytime! isEntrustFriend!)',
        'orders(kind=mail status=open|processing|completed payment=free|paid sendDate-) > others ~ orders(isBuyBox! isBoxDaytime! isEntrustFriend!)',
      ],
    },
  ],
  listOwnOrders: {
    run: (db) =>
      orders.listOwnOrders(
        db,
        { kind: 'mail', search: 'a', date: TODAY, before: { at: NOW, id: 'mail_1x' }, limit: 9 },
        { id: 'usr_1' },
      ),
    rows: { orders: { kind: 'mail', ownText: 'a', createdAt: NOW } },
    also: [{ orders: { createdAt: NOW - 1, id: 'mail_2' } }],
    is: [
      'orders(id+ kind=mail userId+- sendDate+- ownText- createdAt+) ~ orders(isBuyBox! isBoxDaytime! isEntrustFriend!)',
      'orders(kind=mail userId+- sendDate+- ownText- createdAt+) ~ orders(isBuyBox! isBoxDaytime! isEntrustFriend!)',
    ],
  },
})

const nowhere = { id: 'mail_2', ownText: '', userName: '', tel: '', friTel: '' }
const search = { text: 'a', name: 'b', digits: '7', id: 'mail_1' }
const page = { kind: 'mail' as const, placedOnly: true, after: null, limit: 9 }

const processing = { kind: 'mail', payment: 'paid', status: 'processing' }
const asked = { subjectId: 'mail_1', status: 'asked', payment: 'awaiting' }
/** What is in each list, and what keeps an order out of it. */
const STAGES = {
  collect: {
    rows: { orders: { ...processing, status: 'open' } },
    is: 'orders(kind=mail status=open payment=free|paid|refunding|refunded) > others ~ orders(isBuyBox! isBoxDaytime! isEntrustFriend!)',
  },
  weigh: {
    rows: { orders: processing },
    with: [
      { requests: asked },
      { requests: { ...asked, payment: 'paid' } },
      { requests: { ...asked, status: 'outside', payment: 'free' } },
    ],
    is: [
      'orders(kind=mail status=processing payment=free|paid|refunding|refunded) > others ~ orders(isBuyBox! isBoxDaytime! isEntrustFriend!)',
      'with requests(subjectId+-0 payment=awaiting|paid|refunding)',
      'with requests(subjectId+-0 status=asked|outside payment=awaiting|paid|refunding)',
      'with requests(subjectId+-0 status=outside)',
    ],
  },
  pay: {
    rows: { orders: processing, requests: asked },
    is: 'orders(id+- kind=mail status=processing payment=free|paid|refunding|refunded) requests(subjectId+-0 payment=awaiting) > others ~ orders(isBuyBox! isBoxDaytime! isEntrustFriend!)',
  },
  send: {
    rows: { orders: processing, requests: { ...asked, payment: 'paid' } },
    also: [{ requests: { status: 'outside', payment: 'free' } }],
    with: [{ requests: { ...asked, id: 'req_2' } }],
    is: [
      'orders(id+- kind=mail status=processing payment=free|paid|refunding|refunded) requests(subjectId+-0 status=asked|outside payment=paid|refunding) > others ~ orders(isBuyBox! isBoxDaytime! isEntrustFriend!)',
      'orders(id+- kind=mail status=processing payment=free|paid|refunding|refunded) requests(subjectId+-0 status=outside payment=free|paid|refunding|refunded) > others ~ orders(isBuyBox! isBoxDaytime! isEntrustFriend!)',
      'with requests(subjectId+-0 payment=awaiting)',
    ],
  },
  done: {
    rows: { orders: { ...processing, status: 'completed' } },
    is: 'orders(kind=mail status=completed payment=free|paid|refunding|refunded) > others ~ orders(isBuyBox! isBoxDaytime! isEntrustFriend!)',
  },
}

testStatements(admin, {
  listAdminOrders: [
    {
      run: (db) =>
        admin.listAdminOrders(db, {
          ...page,
          statuses: ['open'],
          payment: 'paid',
          boxesOnly: true,
          from: TODAY,
          to: TODAY,
          search,
          latestFirst: false,
        }),
      rows: {
        orders: { ...nowhere, id: 'mail_1', kind: 'mail', payment: 'paid', isBuyBox: true },
      },
      also: [
        { orders: { ...nowhere, ownText: 'a' } },
        { orders: { ...nowhere, userName: 'b' } },
        { orders: { ...nowhere, tel: '7' } },
        { orders: { ...nowhere, friTel: '7' } },
      ],
      same: ['"payment" <> ?'],
      is: [
        'orders(id+- kind=mail status=open payment=paid sendDate+- isBuyBox!0) ~ orders(isBoxDaytime! isEntrustFriend!)',
        'orders(kind=mail status=open payment=paid sendDate+- isBuyBox!0 ownText-) > others ~ orders(isBoxDaytime! isEntrustFriend!)',
        'orders(kind=mail status=open payment=paid userName- sendDate+- isBuyBox!0) > others ~ orders(isBoxDaytime! isEntrustFriend!)',
        'orders(kind=mail status=open payment=paid tel- sendDate+- isBuyBox!0) > others ~ orders(isBoxDaytime! isEntrustFriend!)',
        'orders(kind=mail status=open payment=paid sendDate+- isBuyBox!0 friTel-0) > others ~ orders(isBoxDaytime! isEntrustFriend!)',
      ],
    },
    {
      run: (db) =>
        admin.listAdminOrders(db, {
          ...page,
          latestFirst: false,
          after: { day: TODAY, id: 'mail_' },
        }),
      rows: { orders: { kind: 'mail', payment: 'paid' } },
      also: [{ orders: { id: 'mail_', sendDate: '2026-01-11' } }],
      is: [
        'orders(id- kind=mail payment=free|paid|refunding|refunded sendDate-) > others ~ orders(isBuyBox! isBoxDaytime! isEntrustFriend!)',
        'orders(kind=mail payment=free|paid|refunding|refunded sendDate-) > others ~ orders(isBuyBox! isBoxDaytime! isEntrustFriend!)',
      ],
    },
    {
      run: (db) =>
        admin.listAdminOrders(db, {
          ...page,
          latestFirst: true,
          after: { day: TODAY, id: 'mail_1x' },
        }),
      rows: { orders: { kind: 'mail', payment: 'paid' } },
      also: [{ orders: { id: 'mail_1x', sendDate: '2026-01-09' } }],
      is: [
        'orders(id+ kind=mail payment=free|paid|refunding|refunded sendDate+) > others ~ orders(isBuyBox! isBoxDaytime! isEntrustFriend!)',
        'orders(kind=mail payment=free|paid|refunding|refunded sendDate+) > others ~ orders(isBuyBox! isBoxDaytime! isEntrustFriend!)',
      ],
    },
    ...(['collect', 'weigh', 'pay', 'send', 'done'] as const).map((stage) => ({
      run: (db: Db) => admin.listAdminOrders(db, { ...page, stage, latestFirst: false }),
      ...STAGES[stage],
    })),
  ],
  isFound: 'a part of `listAdminOrders`',
  listStops: {
    run: (db) => admin.listStops(db, TODAY),
    rows: { orders: { sendDate: '2026-01-01', boxDate: TODAY, payment: 'paid' } },
    also: [{ orders: { sendDate: TODAY, boxDate: null } }],
    is: [
      'orders(status=open|processing payment=free|paid|refunding|refunded boxDate+-0) > others ~ orders(isBuyBox! isBoxDaytime! isEntrustFriend!)',
      'orders(status=open|processing payment=free|paid|refunding|refunded sendDate+-) > others ~ orders(isBuyBox! isBoxDaytime! isEntrustFriend!)',
    ],
  },
  findAdminOrder: {
    run: (db) => admin.findAdminOrder(db, 'mail', 'mail_1'),
    rows: { orders: { kind: 'mail' }, users: {} },
    is: 'orders(id+- kind=mail) ~ orders(userId+- isBuyBox! isBoxDaytime! isEntrustFriend!) users(id+-)',
  },
  correctOrder: [
    {
      run: (db) => admin.correctOrder(db, asSeen, corrected({ shipCompany: 'SF' }), entry, paid[0]),
      rows: { orders: { ...begun, ...details } },
      is: 'orders(id+- status=open payment=paid refundedAmount+- failedAmount+- paymentAttempt+- intentId+-0 tel+- sendDate+- weights! ownText+-)',
    },
    {
      run: (db) => admin.correctOrder(db, asSeen, corrected({ tel: '2' }), entry, paid[0]),
      rows: { orders: { ...begun, ...details } },
      is: 'orders(id+- status=open payment=paid refundedAmount+- failedAmount+- paymentAttempt+- intentId+-0 tel+- sendDate+- shipCompany=HKA ownText+-)',
    },
  ],
  moveOrder: {
    run: (db) =>
      admin.moveOrder(
        db,
        seen,
        { baseAmount: 7 },
        { at: NOW, adminId: 'adm_1', action: 'x', subject: 'x' } as never,
        null,
      ),
    rows: { orders: begun },
    is: 'orders(id+- status=open payment=paid refundedAmount+- failedAmount+- paymentAttempt+- intentId+-0) ~ orders(beforeLoss! isHelp! sendDaytime! isBuyBox! isBoxDaytime! weights! parcels! isEntrustFriend!)',
  },
})
