import { expect, test } from 'vitest'
import type { NoticeCode, NoticeParams } from '#app/domain/group/effect.ts'
import { getT } from '#app/i18n/server.ts'
import { createNotices, type Notice } from '#app/services/notices.server.ts'
import { notices } from '#db/schema.ts'
import { devClock } from '#workers/dev/clock.ts'
import { db, student } from './carpool/kit.ts'

const service = createNotices({ db, clock: devClock })
/** 14:00 in London on 6 December 2026. */
const params = { carpoolId: 'car_1', participantId: 'par_1', carpoolAt: Date.parse('2026-12-06T14:00:00Z') }

/** Only trips have these. */
type TripCode = 'tripConfirmed' | 'tripFailed'
/** Each notice of a carpool: how loud, and a word of what it must tell in Chinese and in English. */
const told: Record<Exclude<NoticeCode, TripCode>, [Notice['tone'], string, string]> = {
  holdExpired: ['info', '没有扣款', 'not been charged'],
  holdExpiredReleased: ['warn', '押金已退回', 'has been let go'],
  groupComplete: ['ok', '成团了', 'is complete'],
  groupPaid: ['ok', '付清了余款', 'everybody has paid'],
  groupFailed: ['warn', '转成包车', 'private car'],
  groupFailedRefunded: ['info', '押金正在自动退回', 'on its way back'],
  departedUnpaid: ['danger', '押金不退', 'not refunded'],
  privateUnpaid: ['warn', '押金正在退回', 'on its way back'],
  depositReleased: ['warn', '重新付押金', 'pay the deposit again'],
  renewalFailed: ['warn', '重新付押金', 'pay the deposit again'],
  balanceReturned: ['info', '已退回原卡', 'gone back to your card'],
}
/** Those of a trip: its own, and those with words of their own. */
const toldOfTrips: Record<
  TripCode | 'holdExpired' | 'holdExpiredReleased' | 'balanceReturned',
  [Notice['tone'], string, string]
> = {
  holdExpired: ['info', '名额', 'your place'],
  holdExpiredReleased: ['warn', '全额退回', 'whole deposit'],
  balanceReturned: ['info', '余款没有用上', 'was not needed'],
  tripConfirmed: ['ok', '付清余款', 'pay your balance'],
  tripFailed: ['info', '押金正在全额退回', 'on its way back'],
}

async function write(userId: ReturnType<typeof student>['id'], code: string, about: NoticeParams = params) {
  const id = `${code}:${crypto.randomUUID()}`
  await db.insert(notices).values({ id, userId, code, params: about, createdAt: devClock.now() })
  return id
}

test.each(Object.entries(told))('%s is told in both languages', async (code, [tone, zh, en]) => {
  const { id: userId } = student()
  await write(userId, code)
  const [inChinese] = await service.unread(userId, getT('zh'))
  const [inEnglish] = await service.unread(userId, getT('en'))
  expect(inChinese).toMatchObject({ tone, to: '/carpool/record/par_1', message: expect.stringContaining(zh) })
  expect(inEnglish).toMatchObject({ tone, message: expect.stringContaining(en) })
  for (const notice of [inChinese, inEnglish]) {
    expect(notice?.message).toContain('14:00')
    expect(notice?.message).not.toContain('{{')
  }
})
test.each(Object.entries(toldOfTrips))(
  '%s of a trip names it and leads to the trips one is on',
  async (code, [tone, zh, en]) => {
    const { id: userId } = student()
    const { carpoolAt: tripStartAt, participantId } = params
    await write(userId, code, { tripId: 'trip_1', tripName: '湖区两日游', tripStartAt, participantId })
    for (const [language, word] of [['zh', zh] as const, ['en', en] as const]) {
      const [notice] = await service.unread(userId, getT(language))
      expect(notice).toMatchObject({ tone, to: '/trip?tab=end', message: expect.stringContaining(word) })
      expect(notice?.message).toContain('湖区两日游')
      expect(notice?.message).toContain('14:00')
      expect(notice?.message).not.toMatch(/\{\{|拼车|[Cc]arpool/)
    }
  },
)
test('one of a newer version is kept for it, one that was read is not shown again', async () => {
  const { id: userId } = student()
  await write(userId, 'somethingNew')
  await write(userId, 'toString')
  const known = await write(userId, 'groupPaid')
  expect((await service.unread(userId, getT('en'))).map(({ id }) => id)).toEqual([known])
  await service.dismiss(student().id, [known])
  expect(await service.unread(userId, getT('en'))).toHaveLength(1)
  await service.dismiss(userId, [known])
  expect(await service.unread(userId, getT('en'))).toEqual([])
})
