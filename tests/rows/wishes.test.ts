import * as board from '#app/features/wishes/rows/wish-board.server.ts'
import * as news from '#app/features/wishes/rows/wish-news.server.ts'
import * as wishes from '#app/features/wishes/rows/wishes.server.ts'
import { WISH_TOLERANCE_MS, WISH_WINDOW_MS } from '#app/kernel/limits.ts'
import { testStatements } from './statement.ts'
import { aside, NOW, rowOf } from './world.ts'

const AT = NOW + WISH_TOLERANCE_MS
/** Suits a carpool at `AT` by the first and the last minute. */
const first = { fromAt: AT + WISH_TOLERANCE_MS, toAt: AT + 2 * WISH_TOLERANCE_MS, people: 2 }
const last = { fromAt: AT - 2 * WISH_TOLERANCE_MS, toAt: AT - WISH_TOLERANCE_MS, people: 2 }
const wish = { tripType: 'PICKUP', expiresAt: NOW + 1, ...first }
const car = {
  kind: 'carpool',
  status: 'OPEN',
  listed: true,
  tripType: 'PICKUP',
  airportId: 'air_1',
  departureAt: AT,
  cutoffAt: NOW + 1,
  maxPassengers: 5,
  currentPassengers: 3,
}
const made = rowOf('wishes', { ...wish, id: 'wish_9', createdAt: NOW }) as never
const another = (n: number) => ({ ...wish, id: `wish_${n}`, fromAt: n, toAt: n })

testStatements(wishes, {
  isLive: 'a part of `listWishes`',
  insertWish: {
    run: (db) => wishes.insertWish(db, made),
    rows: { users: {}, wishes: [another(1), another(2), { ...wish, id: 'wish_3', people: 7 }] },
    with: [{ wishes: another(4) }],
    // Only the owner's others are counted.
    same: ['"wishes"."user_id" = ?'],
    is: [
      'users(id+- closedAt!) wishes.2(tripType=PICKUP airportId+- fromAt+- toAt+-) < wishes.2(userId+-)',
      'with wishes(userId+- expiresAt-)',
    ],
  },
  listWishes: {
    run: (db) => wishes.listWishes(db, 'usr_1', NOW),
    rows: { wishes: wish, airports: {} },
    is: 'wishes(userId+- airportId+- expiresAt-) airports(id+-)',
  },
  deleteWish: {
    run: (db) => wishes.deleteWish(db, 'usr_1', 'wish_1'),
    rows: { wishes: wish, wishNews: {} },
    is: '< wishes(id+- userId+-) wishNews(wishId+- userId+-)',
  },
  purgeWishes: [
    {
      run: (db) => wishes.purgeWishes(db, NOW),
      rows: { wishes: { expiresAt: NOW } },
      is: 'wishes(expiresAt+) > others',
    },
    {
      run: (db) => wishes.purgeWishes(db, NOW),
      rows: { wishNews: {} },
      with: [{ wishes: { expiresAt: NOW + 1 } }],
      is: ['> others', 'with wishes(id+- expiresAt-)'],
    },
  ],
  listMeetable: {
    run: (db) => wishes.listMeetable(db, { now: NOW }),
    rows: { wishes: { ...wish, meetAt: NOW } },
    with: [aside('meetings', 'wish_1')],
    is: ['wishes(expiresAt- meetAt+0) > others', 'with attempts(kind+- subject+-)'],
  },
  listSharing: [
    {
      run: (db) =>
        wishes.listSharing(
          db,
          rowOf('wishes', { userId: 'usr_9', fromAt: NOW, toAt: NOW }) as never,
          NOW,
        ),
      rows: { wishes: { ...wish, userId: 'usr_', fromAt: NOW, toAt: NOW } },
      also: [{ wishes: { userId: 'usr_9x' } }],
      is: [
        'wishes(tripType=PICKUP airportId+- fromAt+ toAt- expiresAt-)',
        'wishes(userId- tripType=PICKUP airportId+- fromAt+ toAt- expiresAt-)',
      ],
    },
    {
      run: (db) =>
        wishes.listSharing(
          db,
          rowOf('wishes', { userId: 'usr_1x', fromAt: NOW, toAt: NOW }) as never,
          NOW,
        ),
      rows: { wishes: { ...wish, fromAt: NOW + wishes.BEGIN.from, toAt: NOW } },
      is: 'wishes(userId+ tripType=PICKUP airportId+- fromAt- toAt- expiresAt-)',
    },
  ],
  setMeetAt: {
    run: (db) => wishes.setMeetAt(db, 'wish_1', NOW),
    rows: { wishes: wish },
    is: 'wishes(id+-)',
  },
  markMet: {
    run: (db) => wishes.markMet(db, 'wish_1', NOW),
    rows: { wishes: wish },
    is: 'wishes(id+- metAt!)',
  },
  findAirportName: {
    run: (db) => wishes.findAirportName(db, 'air_1'),
    rows: { airports: {} },
    is: 'airports(id+-)',
  },
})

testStatements(board, {
  listWanted: [
    {
      run: (db) =>
        board.listWanted(db, [{ id: 'am', from: NOW, before: NOW + 9 }], { now: NOW, least: 2 }),
      rows: { wishes: { ...wish, fromAt: NOW + 8, toAt: NOW }, airports: {} },
      // There are no others; the condition is for the index.
      same: ['"trip_type" in'],
      is: 'wishes(airportId+- fromAt+ toAt- people- expiresAt-) airports(id+-) > others',
    },
    {
      run: (db) =>
        board.listWanted(db, [{ id: 'am', from: NOW, before: NOW + 9 }], { now: NOW, least: 2 }),
      rows: { wishes: { ...wish, fromAt: NOW - WISH_WINDOW_MS + 1, toAt: NOW }, airports: {} },
      is: 'wishes(airportId+- fromAt- toAt- people- expiresAt-) airports(id+-) > others',
    },
  ],
})

const pair = { wishId: 'wish_1' as const, carpoolId: 'car_1' as const }
const due = { dueAt: NOW, noticeId: null }
const told = { code: 'carFound', createdAt: NOW }
const claim = (pairs: (typeof pair | { wishId: 'wish_2'; carpoolId: 'car_1' })[]) =>
  ({ userId: 'usr_1', noticeId: 'n', since: NOW, most: 2, pairs }) as const

testStatements(news, {
  findWishesFor: {
    // The widest range that any wish could have, for the index.
    same: ['"from_at" between'],
    run: (db) => news.findWishesFor(db, 'car_1', NOW),
    rows: { groups: car, wishes: wish },
    also: [{ wishes: last }],
    with: [{ participants: { seat: 'gone' } }, { waits: {} }],
    is: [
      'groups(id+- status=OPEN currentPassengers+ maxPassengers- departureAt- cutoffAt- listed! tripType=PICKUP airportId+-0) wishes(tripType=PICKUP airportId+- fromAt+ people+ expiresAt-)',
      'groups(id+- status=OPEN currentPassengers+ maxPassengers- departureAt+ cutoffAt- listed! tripType=PICKUP airportId+-0) wishes(tripType=PICKUP airportId+- toAt- people+ expiresAt-)',
      'with participants(groupId+- userId+-)',
      'with waits(groupId+- userId+-)',
    ],
  },
  noteShown: {
    run: (db) => news.noteShown(db, { ...(made as object), id: 'wish_1' } as never),
    rows: {
      groups: [
        car,
        { ...car, id: 'car_2', tripType: 'DROPOFF' },
        { ...car, id: 'car_3', airportId: 'air_2' },
      ],
      wishes: [
        wish,
        { ...wish, id: 'wish_2', tripType: 'DROPOFF' },
        { ...wish, id: 'wish_3', airportId: 'air_2' },
      ],
    },
    is: 'groups(status=OPEN currentPassengers+ maxPassengers- departureAt- cutoffAt- listed! tripType=PICKUP airportId+-0) wishes(userId+- airportId+- fromAt+- toAt+- people+) > groups.1(tripType=DROPOFF)',
  },
  listFitting: {
    run: (db) => news.listFitting(db, 'usr_1', NOW),
    rows: { groups: car, wishes: wish },
    also: [{ wishes: last }],
    with: [{ participants: { seat: 'held' } }],
    is: [
      'groups(status=OPEN currentPassengers+ maxPassengers- departureAt- cutoffAt- listed! tripType=PICKUP airportId+-0) wishes(userId+- tripType=PICKUP airportId+- fromAt+ people+ expiresAt-) ~ groups(currentPassengers- maxPassengers+)',
      'groups(status=OPEN currentPassengers+ maxPassengers- departureAt+ cutoffAt- listed! tripType=PICKUP airportId+-0) wishes(userId+- tripType=PICKUP airportId+- toAt- people+ expiresAt-) ~ groups(currentPassengers- maxPassengers+)',
      'with participants(groupId+- userId+- seat=taken|held|lapsing)',
    ],
  },
  listOpenings: {
    run: (db) => news.listOpenings(db, { now: NOW }),
    rows: { seatOpenings: {} },
    with: [aside('openings', 'car_1')],
    is: ['> others', 'with attempts(kind+- subject+-)'],
  },
  forgetOpening: {
    run: (db) => news.forgetOpening(db, { carpoolId: 'car_1', at: NOW }),
    rows: { seatOpenings: { at: NOW } },
    is: 'seatOpenings(carpoolId+- at+)',
  },
  listWaitingNews: [
    {
      run: (db) => news.listWaitingNews(db, { now: NOW, today: NOW }),
      rows: { wishNews: due, wishes: wish, groups: car },
      also: [{ wishes: last }],
      with: [aside('news', 'usr_1'), { participants: { seat: 'gone' } }, { waits: {} }],
      is: [
        'wishNews(dueAt+0) > others ~ wishNews(wishId+- carpoolId+-) wishes(id+- fromAt+ people+ expiresAt-) groups(kind=carpool id+- status=OPEN currentPassengers+ maxPassengers- departureAt- cutoffAt- listed!)',
        'wishNews(dueAt+0) > others ~ wishNews(wishId+- carpoolId+-) wishes(id+- toAt- people+ expiresAt-) groups(kind=carpool id+- status=OPEN currentPassengers+ maxPassengers- departureAt+ cutoffAt- listed!)',
        'with attempts(kind+- subject+-)',
        'with ~ participants(groupId+- userId+-)',
        'with ~ waits(groupId+- userId+-)',
      ],
    },
    {
      run: (db) => news.listWaitingNews(db, { now: NOW, today: NOW }),
      rows: { wishNews: [due, { wishId: 'wish_2', dueAt: NOW + 1 }], notices: told },
      is: 'wishNews(dueAt+0) < wishNews(userId+-) wishNews.1(userId+- dueAt0) > others ~ wishNews(carpoolId+) wishNews.1(wishId- carpoolId-) notices(userId+- code+- createdAt-)',
    },
  ],
  postponeNews: {
    run: (db) => news.postponeNews(db, pair, NOW + 9),
    rows: { wishNews: due },
    is: 'wishNews(wishId+- carpoolId+- dueAt0)',
  },
  dropNews: {
    run: (db) => news.dropNews(db, pair),
    rows: { wishNews: due },
    is: 'wishNews(wishId+- carpoolId+- dueAt0)',
  },
  claimNews: [
    {
      run: (db) => news.claimNews(db, claim([pair])),
      rows: { wishNews: due, notices: told },
      with: [{ notices: { ...told, id: 'ntc_2' } }],
      is: [
        'wishNews(wishId+- carpoolId+- userId+- dueAt0)',
        'with notices(userId+- code+- createdAt-)',
      ],
    },
    {
      run: (db) => news.claimNews(db, claim([pair, { ...pair, wishId: 'wish_2' }])),
      rows: { wishNews: [due, { ...due, wishId: 'wish_2' }, { ...due, wishId: 'wish_3' }] },
      // All of them have been counted as the owner's and waiting.
      same: ['"user_id" = ?', '"due_at" is not null'],
      is: 'wishNews(wishId+- carpoolId+- userId+- dueAt0) wishNews.1(wishId+- carpoolId+- userId+- dueAt0)',
    },
  ],
})
