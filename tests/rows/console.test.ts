import * as catalog from '#app/console/rows/admin-catalog.server.ts'
import * as users from '#app/console/rows/admin-users.server.ts'
import * as exports from '#app/console/rows/exports.server.ts'
import * as members from '#app/console/rows/member-changes.server.ts'
import * as checks from '#app/console/rows/payment-checks.server.ts'
import * as refunds from '#app/console/rows/refunds.server.ts'
import * as search from '#app/console/rows/search.server.ts'
import * as stuck from '#app/console/rows/stuck.server.ts'
import * as versions from '#app/console/rows/versions.server.ts'
import { STUCK_AFTER_MS } from '#app/kernel/limits.ts'
import { testStatements } from './statement.ts'
import { NOW, rowOf, TODAY } from './world.ts'

const entry = { at: NOW, adminId: 'adm_1', action: 'x', subject: 'x' } as never
const notice = rowOf('notices', { id: 'ntc_9' }) as never
const about = { id: 'usr_1' as const, entry, notice }

testStatements(members, {
  decideMembers: {
    run: (db) => members.decideMembers(db, [{ ...about, auth: 'APPROVED' }]),
    rows: { users: { accountType: 'MEMBER', auth: 'PENDING' } },
    is: 'users(id+- accountType=MEMBER auth=PENDING closedAt!)',
  },
  setLevel: {
    run: (db) => members.setLevel(db, { ...about, seen: 1, level: 5 }),
    rows: { users: { membershipLevel: 1 } },
    is: 'users(id+- membershipLevel+- closedAt!)',
  },
  suspendUser: [
    {
      run: (db) => members.suspendUser(db, { ...about, reason: 'r' }),
      rows: { users: {}, sessions: {} },
      is: 'users(id+- closedAt!) < users(suspendedAt!) sessions(userId+-)',
    },
    {
      run: (db) => members.suspendUser(db, { ...about, reason: 'r' }),
      rows: { users: { suspendedAt: NOW }, sessions: {} },
      is: 'users(id+-) sessions(userId+-) > users(suspendedAt0)',
    },
  ],
  reinstateUser: {
    run: (db) => members.reinstateUser(db, about),
    rows: { users: { suspendedAt: NOW }, sessions: {} },
    is: 'users(id+- suspendedAt0) < users(closedAt!) sessions(userId+-)',
  },
  allocatePoints: {
    run: async (db) =>
      (
        await members.allocatePoints(db, {
          entry,
          notice,
          userId: 'usr_1',
          operationId: 'op',
          points: -5,
          description: 'd',
          allowance: { by: 'adm_1', since: NOW, maxGiven: 9 },
        })
      ).done,
    rows: { users: {}, pointsLedger: [{ operationId: 'a', points: 5 }] },
    // What has been given is `pointsGivenSince`.
    same: ['>= ?', '< ?', '> ?'],
    is: 'users(id+- closedAt!) pointsLedger(userId+- points-)',
  },
})

testStatements(stuck, {
  listStuckMoney: {
    run: (db) => stuck.listStuckMoney(db, NOW, 'car_1'),
    rows: {
      groups: { stuckSinceAt: NOW },
      orders: { id: 'car_1', dueSinceAt: NOW - STUCK_AFTER_MS },
    },
    is: '~ groups(id+- stuckSinceAt0) orders(id+- dueSinceAt+0)',
  },
  isAnything: {
    run: (db) => stuck.isAnything(db, 'car_1'),
    rows: { groups: {} },
    also: [{ groups: { id: 'car_2' }, orders: { id: 'car_1' } }],
    is: ['groups(id+-)', 'orders(id+-)'],
  },
})

testStatements(checks, {
  findDisputedIntent: {
    run: (db) => checks.findDisputedIntent(db, 'id_1'),
    rows: { disputes: {} },
    is: 'disputes(id+-)',
  },
  readMoneyOf: [
    {
      run: (db) => checks.readMoneyOf(db, 'mail_1', null),
      rows: { orders: {} },
      is: 'orders(id+-)',
    },
    {
      run: (db) => checks.readMoneyOf(db, 'car_1', 'par_1'),
      rows: { participants: {} },
      is: 'participants(id+-)',
    },
  ],
})

testStatements(versions, {
  selectVersion: {
    run: (db) => versions.selectVersion(db, 'settings'),
    rows: { versions: { name: 'settings' } },
    is: 'versions(name+- version-)',
  },
  versionOf: 'no statement',
  listVersions: 'no condition',
  writeVersioned: {
    run: (db) => versions.writeVersioned(db, 'settings', 1, []),
    rows: { versions: [{ name: 'settings', version: 1 }] },
    is: 'versions(name+- version+-)',
  },
})

const span = { from: NOW, to: NOW + 1 }
const place = { rowid: 6, seat: 'taken' }

testStatements(exports, {
  pageOfOrders: {
    run: (db) => exports.pageOfOrders(db, span, 5, 9),
    rows: { orders: { rowid: 6, createdAt: NOW } },
    is: 'orders(createdAt+- rowid-) > others',
  },
  pageOfCarpools: {
    run: (db) => exports.pageOfCarpools(db, span, 5, 9),
    rows: { participants: place, groups: { kind: 'carpool', departureAt: NOW } },
    is: 'participants(groupId+- rowid-) groups(id+- departureAt+-) > others',
  },
  pageOfTrips: {
    run: (db) => exports.pageOfTrips(db, span, 5, 9),
    rows: { participants: place, groups: { kind: 'trip', departureAt: NOW } },
    is: 'participants(groupId+- rowid-) groups(id+- departureAt+-) > others',
  },
})

const nobody = {
  id: 'usr_2',
  name: '',
  flatName: '',
  flatNumber: '',
  email: '',
  wechat: '',
  phone: '',
}
const wanted = { text: 'a', digits: '7', id: 'usr_1' }
const filter = { after: null, limit: 9 }

testStatements(users, {
  listPending: {
    run: (db) => users.listPending(db, { at: NOW, id: 'usr_' }, 9),
    rows: { users: { auth: 'PENDING', createdAt: NOW }, emailStops: {}, pointsLedger: {} },
    is: 'users(id- auth=PENDING closedAt! createdAt-) > others ~ users(id+ emailKey+-) emailStops(emailKey+-) pointsLedger(userId+-)',
  },
  listUsers: [
    {
      run: (db) =>
        users.listUsers(db, {
          ...filter,
          accountType: 'MEMBER',
          auth: 'APPROVED',
          closed: false,
          search: wanted,
        }),
      rows: {
        users: { ...nobody, id: 'usr_1', accountType: 'MEMBER', auth: 'APPROVED' },
        emailStops: { emailKey: 'a@b.cd' },
        pointsLedger: {},
      },
      also: [
        { users: { id: 'usr_2', name: 'a' } },
        { users: { id: 'usr_2', flatName: 'a' } },
        { users: { id: 'usr_2', email: 'a' } },
        { users: { id: 'usr_2', wechat: 'a' } },
        { users: { id: 'usr_2', phone: '7' } },
      ],
      is: [
        'users(id+- accountType=MEMBER auth=APPROVED closedAt!) ~ users(emailKey+-) emailStops(emailKey+-) pointsLedger(userId+-)',
        'users(name- accountType=MEMBER auth=APPROVED closedAt!) > others ~ users(emailKey+-) emailStops(emailKey+-)',
        'users(accountType=MEMBER auth=APPROVED flatName-0 closedAt!) > others ~ users(emailKey+-) emailStops(emailKey+-)',
        'users(email- accountType=MEMBER auth=APPROVED closedAt!) > others ~ users(emailKey+-) emailStops(emailKey+-)',
        'users(wechat- accountType=MEMBER auth=APPROVED closedAt!) > others ~ users(emailKey+-) emailStops(emailKey+-)',
        'users(phone- accountType=MEMBER auth=APPROVED closedAt!) > others ~ users(emailKey+-) emailStops(emailKey+-)',
      ],
    },
    {
      run: (db) =>
        users.listUsers(db, { limit: 9, closed: true, after: { at: NOW, id: 'usr_1x' } }),
      rows: { users: { closedAt: NOW, createdAt: NOW }, emailStops: {}, pointsLedger: {} },
      is: 'users(id+ closedAt0 createdAt+) > others ~ users(id- emailKey+-) emailStops(emailKey+-) pointsLedger(userId+-)',
    },
  ],
  isFound: 'a part of `listUsers`',
  listPointsOf: {
    run: (db) => users.listPointsOf(db, ['usr_1']),
    rows: { pointsLedger: { points: 1 } },
    // A limit of a hundred rows; those of others are left out afterwards.
    same: ['latest <=', '"user_id" in'],
    is: 'more: < pointsLedger(userId+- points-)',
  },
  findAdminUser: {
    run: (db) => users.findAdminUser(db, 'usr_1'),
    rows: { users: {}, emailStops: {}, pointsLedger: {} },
    is: 'users(id+-) ~ users(emailKey+-) emailStops(emailKey+-) pointsLedger(userId+-)',
  },
  listActivityOf: {
    run: (db) => users.listActivityOf(db, 'usr_1'),
    rows: {
      participants: [
        {},
        { id: 'par_2', groupId: 'trip_1' },
        { id: 'par_3', groupId: 'car_9', depositStatus: 'held' },
      ],
      groups: [{ kind: 'carpool' }, { id: 'trip_1', kind: 'trip' }],
      orders: {},
      receipts: { sale: 'mailBase', about: {}, seller: {} },
    },
    is: '~ participants(groupId+- userId+-) participants.1(groupId+- userId+-) participants.2(userId+- depositStatus+-) groups(kind=carpool id+-) groups.1(kind=trip id+-) orders(userId+-) receipts(userId+-)',
  },
})

const query = (of: object) =>
  ({
    search: of,
    user: wanted,
    order: { text: 'a', name: 'a', digits: '7', id: 'mail_1' },
    since: TODAY,
    limit: 9,
  }) as unknown as search.SearchQuery
const flightPlace = { seat: 'taken', flightKeys: ' BA1 ' }

testStatements(search, {
  searchUsers: [
    {
      run: (db) => search.searchUsers(db, query({ kind: 'id', id: 'usr_1' })),
      rows: { users: {} },
      is: 'users(id+-)',
    },
    {
      run: (db) => search.searchUsers(db, query({ kind: 'phone', phone: '07000000001' })),
      rows: { users: {} },
      is: 'users(phone+-)',
    },
  ],
  searchGroups: [
    {
      run: (db) =>
        search.searchGroups(db, 'carpool', query({ kind: 'id', of: 'group', id: 'car_1' })),
      rows: { groups: { kind: 'carpool' } },
      is: 'groups(kind=carpool id+-) ~ groups(needsFlight!)',
    },
    {
      run: (db) =>
        search.searchGroups(db, 'carpool', query({ kind: 'id', of: 'place', id: 'par_1' })),
      rows: { groups: { kind: 'carpool' }, participants: {} },
      is: 'groups(kind=carpool id+-) participants(id+- groupId+-) ~ groups(needsFlight!)',
    },
    {
      run: (db) =>
        search.searchGroups(db, 'carpool', query({ kind: 'id', of: 'user', id: 'usr_1' })),
      rows: { groups: { kind: 'carpool' }, participants: { seat: 'taken' }, users: {} },
      is: 'groups(kind=carpool id+-) participants(groupId+- userId+- seat=taken) users(id+-) ~ groups(needsFlight!)',
    },
  ],
  searchFlights: {
    run: (db) => search.searchFlights(db, 'carpool', 'BA1', query({})),
    rows: { groups: { kind: 'carpool' }, participants: flightPlace },
    is: 'groups(kind=carpool id+- departureDay-) participants(groupId+- seat=taken flightKeys-) > others ~ groups(needsFlight!)',
  },
  searchOrders: {
    run: (db) => search.searchOrders(db, query({ kind: 'id', id: 'mail_1' })),
    rows: { orders: {} },
    is: 'orders(id+-)',
  },
  listNextRides: {
    run: (db) => search.listNextRides(db, ['veh_1'], NOW),
    rows: {
      participants: {
        seat: 'taken',
        ride: {
          meetAt: NOW + 1,
          vehicle: { id: 'veh_1', plate: 'p' },
          driver: { id: 'd', name: 'n' },
        },
      },
    },
    // A place without a car has no vehicle.
    same: ['"ride" is not null'],
    is: 'participants(seat=taken ride.meetAt- ride.vehicle.id+- ride0) > others',
  },
})

const airport = rowOf('airports', {
  active: true,
  terminals: ['T1'],
  meetingPoints: ['Gate'],
}) as never
const fields = { nameZh: 'n' } as never

testStatements(catalog, {
  selectAirports: 'no condition',
  readAirports: 'no condition',
  findAirport: {
    run: (db) => catalog.findAirport(db, 'air_1'),
    rows: { airports: {} },
    is: 'airports(id+-)',
  },
  insertAirport: 'no condition',
  updateAirport: {
    run: (db) => catalog.updateAirport(db, airport, fields, entry),
    rows: { airports: airport },
    is: 'airports(id+- nameZh+- nameEn+- terminals.0+- active! clearingMinutes+- meetingPoints.0+-)',
  },
  removeAirport: [
    {
      run: (db) => catalog.removeAirport(db, airport, { deleted: entry, closed: entry }),
      rows: { airports: airport, prices: {}, groups: { kind: 'carpool', airportId: 'air_2' } },
      // What is used has not been deleted before, and what is still as seen is open.
      same: ['always true: exists (', '"carpools"."airport_id"', '"active" = ?'],
      is: 'airports(id+- nameZh+- nameEn+- terminals.0+- active! clearingMinutes+- meetingPoints.0+-) < prices(airportId+-) ~ groups(id+- version+- airportId+-0 terminals! prices!) others',
    },
    {
      run: (db) => catalog.removeAirport(db, airport, { deleted: entry, closed: entry }),
      rows: {
        airports: airport,
        prices: {},
        groups: { kind: 'carpool', airportId: 'air_1' },
      },
      is: 'airports(id+- nameZh+- nameEn+- terminals.0+- active! clearingMinutes+- meetingPoints.0+-) ~ prices(airportId+-) groups(id+- version+- airportId+-0 terminals! prices!) others',
    },
  ],
})

const refunded = { id: 'a', action: 'moneyRefunded', subject: 'pi_1', after: { amount: 5 } }
const asked = { id: 'aud_9', at: NOW, adminId: 'adm_1', action: 'moneyRefunded' } as const

testStatements(refunds, {
  refusalOf: 'no statement',
  readRefundsByHand: {
    run: (db) => refunds.readRefundsByHand(db, 'pi_1', { by: 'adm_1', since: NOW }),
    rows: { auditLog: { ...refunded, at: NOW } },
    with: [{ auditLog: { id: 'refused:a', action: 'moneyNotRefunded' } }],
    is: ['auditLog(action+-) ~ auditLog(at- adminId+- subject+- after0)', 'with ~ auditLog(id+-)'],
  },
  reserveRefund: {
    run: (db) =>
      refunds.reserveRefund(
        db,
        { ...asked, subject: 'pi_1', after: { amount: 5 } },
        { amount: 5, count: 1, since: NOW, max: 10 },
      ),
    rows: { auditLog: { ...refunded, at: NOW } },
    with: [{ auditLog: { id: 'aud_9' } }],
    // What has been refunded is `readRefundsByHand`.
    same: ['"action" = ?', '"at" >= ?', 'not exists'],
    is: ['auditLog(action+- subject+- after.amount+)', 'with < auditLog(id+-)'],
  },
})
