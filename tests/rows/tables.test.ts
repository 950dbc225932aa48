import * as tables from '#app/console/rows/admin-tables.server.ts'
import * as books from '#app/console/rows/books.server.ts'
import * as figures from '#app/console/rows/today-figures.server.ts'
import type { Book } from '#app/payments/rules/book.ts'
import { testStatements } from './statement.ts'
import { NOW, rowOf, TODAY } from './world.ts'

const description = { service: 'carpool' as never, lang: 'zh' }

testStatements(tables, {
  readPostageTable: {
    run: async (db) => (await tables.readPostageTable(db)).version,
    rows: { versions: { name: 'postage' } },
    is: 'versions(name+- version-)',
  },
  postageWrites: 'no condition',
  readDescriptionTable: {
    run: (db) => tables.readDescriptionTable(db, 'carpool' as never),
    rows: { serviceDescriptions: description, versions: { name: 'descriptions:carpool' } },
    is: '~ serviceDescriptions(service=carpool) versions(name+-) others',
  },
  descriptionWrites: {
    run: (db) => tables.descriptionWrites(db, 'carpool' as never, [])[0],
    rows: { serviceDescriptions: description },
    is: 'serviceDescriptions(service=carpool) > others',
  },
  readSettingsTable: {
    run: async (db) => (await tables.readSettingsTable(db)).version,
    rows: { versions: { name: 'settings' } },
    is: 'versions(name+- version-)',
  },
  settingWrites: {
    run: (db) => tables.settingWrites(db, { rideSms: null }, NOW)[0],
    rows: { settings: { key: 'rideSms', value: 1 } },
    is: 'settings(key+-)',
  },
  readPriceTable: {
    run: (db) => tables.readPriceTable(db, 'normal'),
    rows: { prices: rowOf('prices', { period: 'normal' }), versions: { name: 'normalPrices' } },
    is: '~ prices(period=normal) versions(name+-) others',
  },
  priceWrites: 'no condition',
  readPeriods: {
    run: async (db) => (await tables.readPeriods(db)).version,
    rows: { versions: { name: 'specialPeriods' } },
    is: 'versions(name+- version-)',
  },
  periodWrites: 'no condition',
})

const window = {
  weeks: [NOW, NOW + 10, NOW + 20],
  weeksFrom: TODAY,
} as figures.TodayWindow
const car = {
  kind: 'carpool',
  status: 'SUCCESS',
  listed: true,
  tripType: 'PICKUP',
  departureAt: NOW,
  currentPassengers: 3,
}
const month = { month: '2026-01', book: {} as Book, readAt: NOW }
/** Every value of a column, so that its index is used. */
const indexed = ['"listed" in', '"rank" in']

testStatements(figures, {
  number: 'no statement',
  sumIf: 'a part of `departures`',
  departing: 'a part of `departures`',
  newUsers: {
    run: (db) => figures.newUsers(db, window),
    rows: { users: { createdAt: NOW } },
    also: [{ users: { createdAt: NOW + 9 } }],
    same: ['"created_at" < ?'],
    is: ['users(createdAt-) ~ others', '~ users(createdAt+) others'],
  },
  departures: {
    run: (db) => figures.departures(db, window, NOW + 30),
    rows: { groups: car },
    also: [
      { groups: { status: 'FAILED', departureAt: NOW + 9 } },
      { groups: { private: true, departureAt: NOW + 19 } },
      { groups: { departureAt: NOW + 29 } },
    ],
    same: indexed,
    is: [
      'groups(status=SUCCESS_PENDING_PAYMENT|SUCCESS|FAILED|PRIVATE_PENDING_PAYMENT|PRIVATE|COMPLETED departureAt- tripType0) ~ groups(status=PENDING|OPEN|FULL|SUCCESS_PENDING_PAYMENT|SUCCESS|COMPLETED|CLOSED|CANCELLED private!) others',
      'groups(status=SUCCESS_PENDING_PAYMENT|SUCCESS|FAILED|PRIVATE_PENDING_PAYMENT|PRIVATE|COMPLETED private! tripType0) ~ groups(status=PENDING|OPEN|FULL|FAILED|CLOSED|CANCELLED departureAt+) others',
      'groups(tripType0) ~ groups(status=SUCCESS_PENDING_PAYMENT|SUCCESS|PRIVATE_PENDING_PAYMENT|PRIVATE|COMPLETED private! departureAt+) others',
      'groups(departureAt+ tripType0) ~ groups(status=SUCCESS_PENDING_PAYMENT|SUCCESS|COMPLETED private!) others',
    ],
  },
  ordersByStatus: {
    run: (db) => figures.ordersByStatus(db, window),
    rows: { orders: { kind: 'mail', payment: 'paid' } },
    same: ['"kind" in'],
    is: 'orders(payment=free|paid|refunding|refunded sendDate-) ~ others',
  },
})

testStatements(books, {
  listMonths: 'no condition',
  keepMonth: {
    run: (db) => books.keepMonth(db, month),
    rows: {},
    with: [{ accountMonths: { month: '2026-01' } }],
    is: ['same:', 'with accountMonths(month+-)'],
  },
  keepMonthAgain: {
    run: (db) => books.keepMonthAgain(db, month),
    rows: { accountMonths: { month: '2026-01' } },
    is: 'accountMonths(month+-)',
  },
  paidOutside: {
    run: (db) => books.paidOutside(db, { from: NOW, to: NOW + 1 }),
    rows: { requests: { status: 'outside', endedAt: NOW, outside: { how: 'cash' }, amount: 5 } },
    is: 'requests(status=outside endedAt+-0) ~ requests(outside0) others',
  },
  keptDeposits: {
    run: (db) => books.keptDeposits(db, { from: NOW, to: NOW + 1 }),
    rows: {
      groups: car,
      participants: { depositStatus: 'captured', depositCaptured: 900, leaving: 'unpaid' },
    },
    same: indexed,
    is: 'groups(id+- departureAt+- tripType0) participants(groupId+- leaving=unpaid depositStatus+-) ~ participants(returnedAmount+- depositCaptured0) others',
  },
})
