import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { I18nProvider, useFormat, useT } from '#app/i18n/context.tsx'
import type { Language } from '#app/i18n/languages.ts'
import { getT } from '#app/i18n/server.ts'
import { keptMarkup } from '#app/ui/kept.server.ts'
import { KeepProvider, KeptItem } from './kept.tsx'

type Props = { id: string; price: number }

/** A list of a component that counts how often it is drawn. */
function list() {
  const drawn = vi.fn()
  const Card = ({ id, price }: Props) => {
    drawn(id)
    return (
      <p title={useT()('common:action.more')}>
        {id} <b>{useFormat().money(price)}</b>
      </p>
    )
  }
  const page = (cards: Props[], language: Language, kept: boolean): string => {
    const items: ReactElement[] = cards.map((card) => (
      <KeptItem key={card.id} of={Card} props={card} />
    ))
    return renderToStaticMarkup(
      <I18nProvider language={language} t={getT(language)}>
        <KeepProvider value={kept ? keptMarkup : null}>
          <ul>{items}</ul>
          <i>{getT(language)('common:action.more')}</i>
        </KeepProvider>
      </I18nProvider>,
    )
  }
  return { drawn, page }
}

const cards = [
  { id: '<a>', price: 2000 },
  { id: 'b', price: 3800 },
]

test('a kept item is the same as a drawn one', () => {
  const { page } = list()
  for (const language of ['zh', 'en'] as const) {
    const drawn = page(cards, language, false)
    expect(drawn).toContain('&lt;a&gt;')
    expect(page(cards, language, true)).toBe(drawn)
    expect(page(cards, language, true)).toBe(drawn)
  }
})

test('it is drawn once for the same props and language, and again for others', () => {
  const { drawn, page } = list()
  page(cards, 'zh', true)
  page(cards, 'zh', true)
  expect(drawn).toHaveBeenCalledTimes(2)
  page(cards, 'en', true)
  expect(drawn).toHaveBeenCalledTimes(4)
  expect(page([{ id: 'b', price: 3900 }], 'zh', true)).toContain('£39')
  expect(drawn).toHaveBeenCalledTimes(5)
})

test('components with the same props do not share what is kept', () => {
  const [one, other] = [list(), list()]
  one.page(cards, 'zh', true)
  other.page(cards, 'zh', true)
  expect(other.drawn).toHaveBeenCalledTimes(2)
})
