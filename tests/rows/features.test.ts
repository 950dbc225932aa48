import * as calendar from '#app/features/calendar/rows/calendar.server.ts'
import * as flights from '#app/features/flights/rows/flight-statuses.server.ts'
import * as daySheet from '#app/features/ride/rows/day-sheet.server.ts'
import * as driverTexts from '#app/features/ride/rows/driver-texts.server.ts'
import * as fleet from '#app/features/ride/rows/fleet.server.ts'
import * as ownRide from '#app/features/ride/rows/own-ride.server.ts'
import * as waits from '#app/features/waitlist/rows/waits.server.ts'
import { testStatements } from './statement.ts'
import { aside, NOW, rowOf, TODAY } from './world.ts'

testStatements(waits, {
  selectWait: {
    run: (db) => waits.selectWait(db, 'car_1', { id: 'usr_1' }),
    rows: { waits: {} },
    is: 'waits(groupId+- userId+-)',
  },
  listWaits: {
    run: (db) => waits.listWaits(db, { id: 'usr_1' }, NOW),
    rows: { waits: {}, groups: { kind: 'carpool', cutoffAt: NOW + 1 } },
    is: 'waits(groupId+- userId+-) groups(kind=carpool id+- cutoffAt-)',
  },
})

const ride = {
  id: 'ride_1',
  meetAt: NOW,
  driver: { id: 'drv_1' },
  vehicle: { id: 'veh_1' },
}
const going = { kind: 'carpool', status: 'SUCCESS', tripType: 'PICKUP' }

testStatements(fleet, {
  selectVehicles: 'no condition',
  selectDrivers: 'no condition',
  readFleet: 'no condition',
  saveVehicle: 'no condition',
  saveDriver: 'no condition',
  hasOtherRide: {
    run: (db) => fleet.hasOtherRide(db, 'drv_1', { besides: 'ride_', from: NOW, to: NOW }),
    rows: { participants: { ride } },
    // A place without a car has no driver; the condition is for the index.
    same: ['"ride" is not null'],
    is: 'participants(ride.id- ride.meetAt+- ride.driver.id+- ride0)',
  },
})

testStatements(ownRide, {
  findOwnRide: {
    run: (db) => ownRide.findOwnRide(db, 'par_1', 'usr_1'),
    rows: { participants: { seat: 'taken' }, groups: {} },
    is: 'participants(id+- groupId+- userId+- seat=taken) groups(id+-)',
  },
})

testStatements(daySheet, {
  selectLicences: 'no condition',
  selectBadges: 'no condition',
  readDays: {
    run: async (db) => (await daySheet.readDays(db, TODAY, TODAY)).places,
    rows: { groups: going, participants: { seat: 'taken' }, users: {} },
    is: 'groups(id+- status=SUCCESS_PENDING_PAYMENT|SUCCESS|PRIVATE_PENDING_PAYMENT|PRIVATE|COMPLETED departureDay+-) participants(groupId+- seat=taken) > others ~ participants(userId+-) users(id+-)',
  },
  selectExpiring: {
    run: (db) => daySheet.selectExpiring(db, TODAY),
    rows: {
      groups: going,
      participants: { seat: 'taken', ride },
      vehicles: { id: 'veh_1', licenceUntil: TODAY },
      drivers: { id: 'drv_1', badgeUntil: '2026-01-11' },
    },
    also: [{ vehicles: { licenceUntil: '2026-01-09' } }],
    // A place without a car has no vehicle.
    same: ['"ride" is not null'],
    is: [
      'groups(id+- status=SUCCESS_PENDING_PAYMENT|SUCCESS|PRIVATE_PENDING_PAYMENT|PRIVATE departureDay-) participants(groupId+- seat=taken ride.driver.id+- ride.vehicle.id+- ride0) vehicles(id+- licenceUntil+) drivers(id+-) > others',
      'groups(id+- status=SUCCESS_PENDING_PAYMENT|SUCCESS|PRIVATE_PENDING_PAYMENT|PRIVATE departureDay-) participants(groupId+- seat=taken ride.driver.id+- ride.vehicle.id+- ride0) vehicles(id+-) drivers(id+-) > others',
    ],
  },
})

const status = { number: 'BA1', calls: 2, landings: [] }
const flight = { number: 'BA1', day: TODAY }

testStatements(flights, {
  listArrivals: [
    {
      run: (db) => flights.listArrivals(db, NOW),
      rows: { groups: { ...going, departureDay: '2026-01-09' }, participants: { seat: 'taken' } },
      is: 'groups(id+- status=SUCCESS_PENDING_PAYMENT|SUCCESS|PRIVATE_PENDING_PAYMENT|PRIVATE departureDay- tripType=PICKUP) participants(groupId+- seat=taken) > others',
    },
    {
      run: (db) => flights.listArrivals(db, NOW),
      rows: { groups: { ...going, departureDay: '2026-01-12' }, participants: { seat: 'taken' } },
      is: 'groups(id+- status=SUCCESS_PENDING_PAYMENT|SUCCESS|PRIVATE_PENDING_PAYMENT|PRIVATE departureDay+ tripType=PICKUP) participants(groupId+- seat=taken) > others',
    },
  ],
  readFlightStatuses: {
    run: (db) => flights.readFlightStatuses(db, [`${TODAY} BA1`]),
    rows: { flightStatuses: status },
    // Only for the index.
    same: ['"day" in (select'],
    is: 'flightStatuses(day+- number+-)',
  },
  countFlightCalls: {
    run: (db) => flights.countFlightCalls(db, NOW),
    rows: { flightStatuses: { ...status, day: '2025-12-10' } },
    is: 'flightStatuses(day-) ~ others',
  },
  claimFlightCall: [
    {
      run: (db) => flights.claimFlightCall(db, flight, { seen: 2, now: NOW, calls: 3 }),
      rows: { flightStatuses: status },
      is: 'more: flightStatuses(calls+-) < flightStatuses(day+- number+-)',
    },
    {
      run: (db) => flights.claimFlightCall(db, flight, { seen: 4, now: NOW, calls: 9 }),
      rows: {
        flightStatuses: [
          { ...status, calls: 4 },
          { number: 'BA2', day: '2025-12-10', calls: 4 },
        ],
      },
      also: [{ flightStatuses: [{}, { day: '2025-12-09', calls: 99 }] }],
      is: [
        'more: flightStatuses(calls+-) flightStatuses.1(calls+) < flightStatuses(day+- number+-)',
        'more: flightStatuses(calls+-) flightStatuses.1(day+) < flightStatuses(day+- number+-)',
      ],
    },
    {
      run: (db) => flights.claimFlightCall(db, flight, { seen: 5, now: NOW, calls: 9 }),
      rows: { flightStatuses: { ...status, calls: 5 } },
      is: 'gone: flightStatuses(day+- number+-)',
    },
  ],
  keepLandings: {
    run: (db) => flights.keepLandings(db, flight, [{} as never]),
    rows: { flightStatuses: status },
    is: 'flightStatuses(day+- number+-)',
  },
  keepBusy: {
    run: (db) => flights.keepBusy(db, flight, { until: NOW, askedAt: NOW }),
    rows: { flightStatuses: status },
    is: 'flightStatuses(day+- number+-)',
  },
  busyUntil: 'no condition',
  purgeFlightStatuses: {
    run: (db) => flights.purgeFlightStatuses(db, NOW),
    rows: { flightStatuses: { ...status, day: '2025-12-09' } },
    is: 'flightStatuses(day+) > others',
  },
})

testStatements(calendar, {
  findPlace: [
    {
      run: (db) => calendar.findPlace(db, { id: 'par_1', kind: 'carpool', owner: 'usr_1' }),
      rows: { participants: {}, groups: { kind: 'carpool' } },
      is: 'participants(id+- groupId+- userId+-) groups(kind=carpool id+-) ~ groups(needsFlight!)',
    },
    {
      run: (db) => calendar.findPlace(db, { id: 'par_1', kind: 'carpool', owner: 'bearer' }),
      rows: { participants: {}, groups: { kind: 'carpool' } },
      is: 'participants(id+- groupId+- seat=taken|held|lapsing) groups(kind=carpool id+-) ~ groups(needsFlight!)',
    },
  ],
})

const driverText = rowOf('driverTexts', { version: 2, wanted: 'new', state: 'waiting' }) as never
const seen = { id: 'id_1', tries: 1, wanted: 'new' }

testStatements(driverTexts, {
  wantDriverText: {
    run: (db) => driverTexts.wantDriverText(db, driverText),
    rows: {
      settings: { key: 'driverSms', value: 1 },
      driverTexts: { version: 1, wanted: 'newx', state: 'sent' },
    },
    is: 'settings(key+- value+-) driverTexts(version+ wanted-) < driverTexts(id+-)',
  },
  withdrawDriverTexts: {
    run: (db) =>
      driverTexts.withdrawDriverTexts(db, 'car_1', { version: 2, except: ['id_'], at: NOW }),
    rows: { driverTexts: { version: 1, wanted: 'old', state: 'sent' } },
    is: 'driverTexts(id- groupId+- version+ wanted0)',
  },
  listDueDriverTexts: {
    run: (db) => driverTexts.listDueDriverTexts(db, NOW, 9),
    rows: { driverTexts: { state: 'waiting', at: NOW } },
    with: [aside('driverTexts', 'id_1')],
    is: ['driverTexts(state=waiting at+) > others', 'with attempts(kind+- subject+-)'],
  },
  changeDriverText: {
    run: (db) => driverTexts.changeDriverText(db, seen, 'claimed', { state: 'sent' }),
    rows: { driverTexts: { tries: 1, wanted: 'new', state: 'claimed' } },
    is: 'driverTexts(id+- wanted+-0 state=claimed tries+-)',
  },
  dropDriverTexts: {
    run: (db) => driverTexts.dropDriverTexts(db),
    rows: { driverTexts: { state: 'waiting' } },
    is: 'driverTexts(state=waiting) > others',
  },
  findDriverText: {
    run: (db) => driverTexts.findDriverText(db, 'id_1'),
    rows: { driverTexts: {} },
    is: 'driverTexts(id+-)',
  },
  countUntold: {
    run: async (db) => (await driverTexts.countUntold(db, NOW))[0]?.count || null,
    rows: {
      driverTexts: { state: 'failed', at: NOW - 600_000, meetAt: NOW + 1, wanted: 'a', told: null },
    },
    also: [{ driverTexts: { wanted: null, told: 'a' } }],
    is: [
      'driverTexts(meetAt- wanted0 state=claimed|skipped|failed at+) ~ others',
      'driverTexts(meetAt- told0 state=claimed|skipped|failed at+) ~ others',
    ],
  },
  purgeDriverTexts: {
    run: (db) => driverTexts.purgeDriverTexts(db, NOW),
    rows: { driverTexts: { meetAt: NOW - 1 } },
    is: 'driverTexts(meetAt+) > others',
  },
})
