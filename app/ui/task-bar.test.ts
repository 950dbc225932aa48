import { expect, test } from 'vitest'
import { type Task, tasksFor } from './task-bar.tsx'

const place = (id: string, to: string): Task => ({
  id,
  headline: null,
  title: 'A group is complete',
  message: '',
  to: `/carpool/record/${id}`,
  open: '',
  task: { label: 'Pay', to, about: id },
})
const news: Task = {
  id: 'news',
  headline: null,
  title: 'Not approved',
  message: '',
  to: '/profile#info',
  open: '',
  task: null,
}
const pay = place('par_1', '/carpool/balance/par_1')
const trip: Task = { ...pay, id: 'trip', task: { label: '', to: '/trip/balance/t1', about: 't1' } }
const shownOn = (pathname: string) => tasksFor(pathname, [news, pay, trip]).map(({ id }) => id)

test('what has to be done comes before what has to be read', () => {
  expect(shownOn('/carpool')).toEqual(['par_1', 'trip', 'news'])
})

test('a page that something is about does not repeat it', () => {
  for (const page of ['', '/done', '/exit'])
    expect(shownOn(`/carpool/record/par_1${page}`)).toEqual(['trip', 'news'])
  expect(shownOn('/carpool/balance/par_1')).toEqual(['trip', 'news'])
  expect(shownOn('/carpool/record/par_2')).toContain('par_1')
  expect(shownOn('/trip/balance/t1')).toEqual(['par_1', 'news'])
  expect(shownOn('/profile')).toEqual(['par_1', 'trip'])
})

test('one’s own bookings say what has to be done themselves, and the list of notices all', () => {
  expect(shownOn('/rides')).toEqual(['news'])
  expect(shownOn('/notices')).toEqual([])
})
