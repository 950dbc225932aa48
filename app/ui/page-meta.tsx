import { isRouteErrorResponse, useMatches, useRouteError } from '@remix-run/react'
import { useLanguage, useT } from '#app/i18n/context.tsx'
import type { TKey, Translate } from '#app/i18n/keys.ts'
import type { Language } from '#app/i18n/languages.ts'
import { errorPageOf } from './error-page.tsx'
import { SHARE_IMAGE_PX } from './share/image.ts'

/**
 * `export const handle: PageHandle = { title: 'home:title' }` names a page. (Not Remix's `meta`,
 * which runs outside React, where the page's language is unknown.) A function receives the route's
 * loader data. Of a page and the dialog over it, the dialog names the document.
 */
export type PageHandle<Data = unknown> = {
  title: TKey | ((t: Translate, data: Data) => string)
  description?: TKey | ((t: Translate, data: Data) => string)
  /**
   * A page of the administration: its own frame, no scripts (decision 0019), and not listed by
   * search engines.
   */
  console?: true
  /**
   * Takes a card: the page may connect to Stripe, so it is always loaded as a document of its own.
   */
  payment?: true
  /**
   * The same for everyone who is not logged in, so one visitor's page can be served to the next
   * (decision 0024).
   */
  shared?: true
  /** Useful as it is sent: React does not hydrate it unless a dialog is over it (decision 0024). */
  plain?: true
  /** Whether the title is used alone, without the product's name after it. */
  whole?: boolean
  /**
   * What the link's preview shows where it is shared, in addition to title and description;
   * absolute addresses.
   */
  card?: (t: Translate, data: Data) => { url: string; image: string; imageAlt: string }
}

const openGraphLocale: Record<Language, string> = { zh: 'zh_CN', en: 'en_GB' }

const read = (
  text: TKey | ((t: Translate, data: never) => string),
  t: Translate,
  data: unknown,
): string => (typeof text === 'function' ? text(t, data as never) : t(text))

function useTexts() {
  const t = useT()
  const error = useRouteError()
  const matches = useMatches()
  const page = matches.findLast(({ handle }) => handle !== undefined && handle !== null)
  const handle = page?.handle as PageHandle<never> | undefined
  if (error !== undefined && error !== null) {
    const status = isRouteErrorResponse(error) ? error.status : 500
    return {
      title: t('common:pageTitle', { title: t(`common:${errorPageOf(status)}.title`) }),
      description: t('common:description'),
    }
  }
  const description = handle?.description
    ? read(handle.description, t, page?.data)
    : t('common:description')
  const title = handle ? read(handle.title, t, page?.data) : t('common:appName')
  return {
    title: handle && !handle.whole ? t('common:pageTitle', { title }) : title,
    description,
    card: handle?.card?.(t, page?.data as never),
  }
}

/** The document's title, description and link preview. */
export function PageMeta() {
  const t = useT()
  const language = useLanguage()
  const { title, description, card } = useTexts()
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={t('common:appName')} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      {card && (
        <>
          <link rel="canonical" href={card.url} />
          <meta property="og:url" content={card.url} />
          <meta property="og:image" content={card.image} />
          <meta property="og:image:width" content={String(SHARE_IMAGE_PX)} />
          <meta property="og:image:height" content={String(SHARE_IMAGE_PX)} />
          <meta property="og:image:alt" content={card.imageAlt} />
          <meta property="og:locale" content={openGraphLocale[language]} />
          <meta name="twitter:card" content="summary" />
          <meta name="twitter:image" content={card.image} />
        </>
      )}
    </>
  )
}
