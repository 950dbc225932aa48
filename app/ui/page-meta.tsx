import { isRouteErrorResponse, useMatches, useRouteError } from '@remix-run/react'
import { useT } from '../i18n/context.tsx'
import type { TKey, Translate } from '../i18n/keys.ts'
import { errorPageOf } from './error-page.tsx'

/**
 * `export const handle: PageHandle = { title: 'home:title' }` names a page. (Not Remix's `meta`: it runs
 * outside of React, where the page's language is not known.) A function is given the route's loader data;
 * of a page and the dialog over it, the dialog names the document.
 */
export type PageHandle<Data = unknown> = {
  title: TKey | ((t: Translate, data: Data) => string)
  description?: TKey | ((t: Translate, data: Data) => string)
  /** The title stands alone, without the product's name after it. */
  whole?: boolean
}

const read = (text: TKey | ((t: Translate, data: never) => string), t: Translate, data: unknown): string =>
  typeof text === 'function' ? text(t, data as never) : t(text)

function useTexts() {
  const t = useT()
  const error = useRouteError()
  const matches = useMatches()
  const page = matches.findLast(({ handle }) => handle !== undefined && handle !== null)
  const handle = page?.handle as PageHandle<never> | undefined
  const description = handle?.description ? read(handle.description, t, page?.data) : t('common:description')
  if (error !== undefined && error !== null) {
    const status = isRouteErrorResponse(error) ? error.status : 500
    return { title: t('common:pageTitle', { title: t(`common:${errorPageOf(status)}.title`) }), description }
  }
  const title = handle ? read(handle.title, t, page?.data) : t('common:appName')
  return { title: handle && !handle.whole ? t('common:pageTitle', { title }) : title, description }
}

/** The document's title, description and what is shown when its link is shared. */
export function PageMeta() {
  const t = useT()
  const { title, description } = useTexts()
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={t('common:appName')} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
    </>
  )
}
