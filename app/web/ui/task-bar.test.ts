import { expect, test } from 'vitest'
import { type News, type Task, wantsFor } from './task-bar.tsx'

const task = (id: string, ...about: string[]): Task => ({
  id,
  about: [id, ...about],
  headline: 'A car',
  label: 'Pay',
  to: `/pay/balance-${id}`,
  due: 0,
})
const news: News = {
  id: 'news',
  headline: null,
  title: 'Not approved',
  message: '',
  to: '/profile#info',
  open: '',
}
const tasks = [task('par_1', 'car_1'), task('par_2', 'trip_1'), task('ord_1'), task('car_9')]
function shownOn(pathname: string): string[] {
  const shown = wantsFor(pathname, { tasks, news: [news] })
  return [...shown.tasks, ...shown.news].map(({ id }) => id)
}
const all = ['par_1', 'par_2', 'ord_1', 'car_9', 'news']
const without = (...ids: string[]) => all.filter((id) => !ids.includes(id))

test.each([
  ['/carpool', all],
  ['/carpool/record/par_1', without('par_1')],
  ['/carpool/record/par_1/done', without('par_1')],
  ['/carpool/record/par_10', all],
  ['/pay/deposit-par_1', without('par_1')],
  ['/carpool/car_1/join', without('par_1')],
  ['/carpool/car_9/join', without('car_9')],
  ['/carpool/car_9/wait', without('car_9')],
  ['/pay/balance-trip_1', without('par_2')],
  ['/pay/deposit-trip_1', without('par_2')],
  ['/pay/base-ord_1', without('ord_1')],
  ['/profile', without('news')],
  ['/rides', ['news']],
  ['/notices', []],
])('on %s the bar says nothing about the page itself', (pathname, shown) => {
  expect(shownOn(pathname)).toEqual(shown)
})
