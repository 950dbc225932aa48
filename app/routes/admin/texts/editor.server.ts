import type { Texts } from '#app/http/table-editor.server.ts'
import type { Translate } from '#app/i18n/keys.ts'
import { languages } from '#app/i18n/languages.ts'
import { type DescriptionItem, descriptionChanges } from '#app/services/admin/texts.server.ts'
import type { Change } from '#app/ui/admin/kit.tsx'
import { FIELDS } from './fields.ts'

/** A point as typed. */
export const textsOfItem = ({ id, zh, en }: DescriptionItem): Texts => ({
  id,
  'zh.title': zh.title,
  'zh.content': zh.content,
  'en.title': en.title,
  'en.content': en.content,
})

/** The points that are not blank. */
export const withoutBlanks = (rows: Texts[]): Texts[] =>
  rows.filter((row) => FIELDS.some((field) => (row[field] ?? '').trim() !== ''))

/** The body the API would receive, in the order of the page. */
export const bodyOf = (rows: Texts[]) => ({
  items: rows.map((row, at) => ({
    ...(row.id && { id: row.id }),
    sortOrder: at + 1,
    ...Object.fromEntries(
      languages.map((lang) => [
        lang,
        { title: row[`${lang}.title`] ?? '', content: row[`${lang}.content`] ?? '' },
      ]),
    ),
  })),
})

/** How many unchanged characters are kept on each side of a change. */
const CONTEXT_CHARACTERS = 12

/**
 * Cuts two texts down to where they differ, so that a one-word change in a long text is easy to
 * see.
 */
export function aroundChange(before: string, after: string): [string, string] {
  let start = 0
  while (start < Math.min(before.length, after.length) && before[start] === after[start]) start++
  let end = 0
  const most = Math.min(before.length, after.length) - start
  while (end < most && before.at(-1 - end) === after.at(-1 - end)) end++
  const from = Math.max(0, start - CONTEXT_CHARACTERS)
  const keep = Math.max(0, end - CONTEXT_CHARACTERS)
  const cut = (text: string) =>
    `${from > 0 ? '…' : ''}${text.slice(from, text.length - keep)}${keep > 0 ? '…' : ''}`
  return [cut(before), cut(after)]
}

const NAMES = [
  ['titleZh', 'zh', 'title'],
  ['contentZh', 'zh', 'content'],
  ['titleEn', 'en', 'title'],
  ['contentEn', 'en', 'content'],
] as const

/** What saving would change, one line per text. */
export function changesOf(
  t: Translate,
  before: DescriptionItem[],
  after: DescriptionItem[],
): Change[] {
  const changes = descriptionChanges(before, after)
  if (!changes) return []
  const rows = [...after, ...before.filter(({ id }) => changes.after[id] === null)]
  const nothing = t('admin:draft.nothing')
  const point = (at: number) => t('admin:text.point', { at })
  return rows.flatMap(({ id, sortOrder, zh }): Change[] => {
    const [was, is] = [changes.before[id], changes.after[id]]
    const name = `${point(sortOrder)} · ${zh.title}`
    if (was === null) return [{ what: name, before: nothing, after: t('admin:text.added') }]
    if (is === null)
      return [
        {
          what: t('admin:text.removedPoint', { at: sortOrder, title: zh.title }),
          before: point(sortOrder),
          after: t('admin:text.removed'),
        },
      ]
    if (!was || !is) return []
    const place: Change[] =
      'sortOrder' in is
        ? [
            {
              what: `${zh.title} · ${t('admin:text.order')}`,
              before: point(Number(was.sortOrder)),
              after: point(sortOrder),
            },
          ]
        : []
    const texts = NAMES.filter(([key]) => key in is).map(([key, lang, field]) => {
      const [old, now] = aroundChange(String(was[key]), String(is[key]))
      return { what: `${name} · ${t(`admin:text.${lang}.${field}`)}`, before: old, after: now }
    })
    return [...place, ...texts]
  })
}
