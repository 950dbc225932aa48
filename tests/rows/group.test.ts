import * as bookings from '#app/group/rows/bookings.server.ts'
import * as companions from '#app/group/rows/companions.server.ts'
import * as groups from '#app/group/rows/groups.server.ts'
import * as ifNewer from '#app/group/rows/if-newer.server.ts'
import * as participants from '#app/group/rows/participants.server.ts'
import * as refused from '#app/group/rows/refused-groups.server.ts'
import { testStatements } from './statement.ts'
import { aside, NOW, rowOf, TODAY } from './world.ts'

testStatements(groups, {
  departingOn: 'a part of `listDeadlines`, `listBalances`, `listRides` and `readDays`',
  listOverdue: {
    run: (db) => groups.listOverdue(db, 'carpool', NOW),
    rows: { groups: { nextDueAt: NOW } },
    with: [{ refusedGroups: { id: 'car_1' } }, aside('groups', 'car_1')],
    is: [
      'groups(kind=carpool nextDueAt+0) > others',
      'with refusedGroups(id+-)',
      'with attempts(kind+- subject+-)',
    ],
  },
  listAllGroups: {
    run: (db) =>
      groups.listAllGroups(db, 'carpool', {
        status: 'OPEN',
        from: TODAY,
        to: TODAY,
        airportId: 'air_1',
        after: { at: NOW, id: 'car_1x' },
        limit: 9,
      }),
    rows: { groups: { status: 'OPEN', airportId: 'air_1', departureAt: NOW } },
    is: 'groups(kind=carpool id+ status=OPEN departureAt+ departureDay+- airportId+-0) ~ groups(needsFlight!)',
  },
})

const place = { seat: 'taken' }
const mine = { id: 'par_1', userId: 'usr_1', ...place }
const other = { id: 'usr_2', phone: '07000000002' }
const others = { id: 'par_2', userId: 'usr_2', ...place }

testStatements(companions, {
  findOwnContact: {
    run: (db) => companions.findOwnContact(db, 'par_1', 'usr_1'),
    rows: { participants: mine, groups: {}, rideContacts: {} },
    is: 'participants(id+- groupId+- userId+- seat=taken) groups(id+-) ~ rideContacts(participantId+-)',
  },
  listCompanions: {
    run: (db) => companions.listCompanions(db, 'par_1', 'usr_1'),
    rows: {
      participants: [mine, others],
      users: [{}, other],
      rideContacts: { participantId: 'par_2', showWechat: true, showPhone: true },
    },
    is: 'participants(id+- groupId+- userId+- seat=taken) participants.1(groupId+- userId+- seat=taken) users.1(id+-) ~ participants.1(id+-) rideContacts(participantId+- showWechat! showPhone!)',
  },
  listNames: {
    run: (db) => companions.listNames(db, 'par_1', 'usr_1'),
    rows: { participants: [mine, others], users: [{}, other] },
    is: 'participants(id+- userId+- seat=taken) < participants(groupId+-) participants.1(groupId+- userId+- seat=taken) users(id+-) users.1(id+-)',
  },
  saveContact: 'no condition',
  listContactsOf: {
    run: (db) => companions.listContactsOf(db, 'usr_1'),
    rows: { rideContacts: {} },
    is: 'rideContacts(userId+-)',
  },
})

const waiting = [{ userId: 'usr_1', people: 1, bigLuggage: 0, smallLuggage: 0, bag: 0, since: NOW }]
const newest = [{ id: 'car_0', version: 7 }, { version: 2 }]
const group = { id: 'car_1', slices: { waitlist: { waiting } } } as never

testStatements(participants, {
  findPlaceNow: {
    run: (db) => participants.findPlaceNow(db, 'par_1'),
    rows: { participants: { movedTo: 'par_2' } },
    is: 'other: ~ participants(id+- movedTo0)',
  },
  freePlaces: {
    run: (db) => participants.freePlaces(db, ['par_1'], 3),
    rows: { participants: { seat: 'held', version: 2 } },
    is: 'participants(id+- version+)',
  },
  dropGhosts: {
    run: (db) =>
      participants.dropGhosts(db, [rowOf('participants', {})] as never, {
        id: 'car_1',
        version: 2,
      }),
    rows: { participants: { version: 2 }, groups: { version: 3 } },
    is: 'participants(id+- version+-) groups(id+- version-)',
  },
  waitWrites: [
    {
      run: (db) => participants.waitWrites(db, group, 2)[0],
      rows: { groups: newest, waits: {} },
      is: 'groups.1(id+- version+-) waits(groupId+-)',
    },
    {
      run: (db) => participants.waitWrites(db, group, 2)[1],
      rows: { groups: newest },
      is: 'groups.1(id+- version+-)',
    },
    {
      run: (db) => participants.waitWrites(db, group, 2)[2],
      rows: { attempts: { kind: 'wait', subject: 'usr_1', place: 'car_1' } },
      is: 'attempts(kind+- subject+- place+-0)',
    },
  ],
})

testStatements(ifNewer, {
  groupWrites: {
    run: (db) =>
      db.batch(
        ifNewer.groupWrites(
          db,
          rowOf('groups', { kind: 'carpool', version: 2 }) as never,
          [rowOf('participants', { version: 2 })] as never,
          [],
        ) as never,
      ),
    rows: {
      groups: { version: 1, currentPassengers: 7 },
      participants: { version: 1, pointsDeducted: 7 },
    },
    is: 'more: < groups(id+- version+) participants(id+- version+)',
  },
})

testStatements(refused, {
  putRefusedGroup: 'no condition',
  listRefusedGroups: 'no condition',
  dropRefusedGroup: {
    run: (db) => refused.dropRefusedGroup(db, 'car_1'),
    rows: { refusedGroups: { id: 'car_1' } },
    is: 'refusedGroups(id+-)',
  },
  isNotRefused: 'a part of `listOverdue`',
  hasRefusedGroups: 'no condition',
})

const booking = rowOf('bookings', { version: 2, state: 'booked' }) as never

testStatements(bookings, {
  bookingWrite: [
    {
      run: (db) => bookings.bookingWrite(db, booking),
      rows: { bookings: { version: 1, people: 4 }, users: {} },
      is: 'bookings(version+) users(id+- closedAt!) < bookings(id+-)',
    },
    {
      run: (db) => bookings.bookingWrite(db, { id: 'par_1', version: 2, state: 'left' }),
      rows: { bookings: { version: 1, state: 'booked' } },
      is: 'bookings(id+- version+)',
    },
  ],
  pageOfBookings: [null, { pickUpAt: NOW, rowid: 5 }].map((after) => ({
    run: (db) => bookings.pageOfBookings(db, { from: NOW, to: NOW + 1 }, after, 9),
    rows: {
      bookings: { rowid: 6, pickUpAt: NOW, dispatchedBy: 'adm_1' },
      admins: { name: 'Ann' },
      groups: {},
      participants: { depositCaptured: 2000, originalRemaining: 500 },
    },
    is: `bookings(pickUpAt+-${after ? ' rowid-' : ''}) > others ~ bookings(id+- groupId+- dispatchedBy+-0) admins(id+-) groups(id+-) participants(id+- originalRemaining+-0 depositCaptured+-0)`,
  })),
  listBookingsOf: {
    run: (db) => bookings.listBookingsOf(db, 'usr_1'),
    rows: { bookings: {} },
    is: 'bookings(userId+-)',
  },
  purgeBookings: {
    run: (db) => bookings.purgeBookings(db, NOW),
    rows: { bookings: { pickUpAt: NOW - 1 } },
    is: 'bookings(pickUpAt+) > others',
  },
})
