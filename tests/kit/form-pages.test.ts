import { expect, test } from 'vitest'
import { formPages } from './form-pages.ts'

/** What a form does without a reply (docs/rules.md#messages). */

const named = (pages: { name: string }[]) => pages.map(({ name }) => name)

test('every page that React sends a form to keeps it without a reply, and no other', () => {
  const pages = formPages()
  expect(pages.length).toBeGreaterThan(20)
  expect(named(pages.filter(({ isKept }) => isKept))).toEqual(
    named(pages.filter(({ isSent }) => isSent)),
  )
})

test('every page that keeps its form says that there was no reply', () => {
  const kept = formPages().filter(({ isKept }) => isKept)
  expect(named(kept.filter(({ isTold }) => !isTold))).toEqual([])
})
