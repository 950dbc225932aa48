import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { I18nProvider } from '#app/i18n/context.tsx'
import { getT } from '#app/i18n/server.ts'
import { Seats } from './seats.tsx'

const wordsOf = (taken: number, open: boolean) =>
  renderToStaticMarkup(
    <I18nProvider language="zh" t={getT('zh')}>
      <Seats taken={taken} max={3} open={open} />
    </I18nProvider>,
  ).replace(/<[^>]*>/g, '')

test('a group that is closed to others does not show missing people', () => {
  expect(wordsOf(2, true)).toBe('还差 1 人（2/3）')
  expect(wordsOf(2, false)).toBe('2/3 人')
  for (const open of [true, false]) expect(wordsOf(3, open)).toBe('座位已满（3/3）')
})
