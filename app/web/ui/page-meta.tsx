import {
  isRouteErrorResponse,
  useHref,
  useLocation,
  useMatches,
  useRouteError,
} from '@remix-run/react'
import { useLanguage, useT } from '#app/i18n/context.tsx'
import type { TKey, Translate } from '#app/i18n/keys.ts'
import { htmlLang, type Language, LINK_LANGUAGE, languages } from '#app/i18n/languages.ts'
import { errorPageOf } from './error-page.tsx'
import { usePageContext } from './page-context.tsx'
import { imagePath, SHARE_IMAGE_PX, type ShareImage } from './share-image.ts'

/**
 * `export const handle: PageHandle = { title: 'home:title' }` names a page. (Not Remix's `meta`,
 * which runs outside React, where the page's language is unknown.) A function receives the route's
 * loader data. Of a page and the dialog over it, the dialog names the document.
 */
export type PageHandle<Data = unknown> = {
  title: TKey | ((t: Translate, data: Data) => string)
  description?: TKey | ((t: Translate, data: Data) => string)
  /**
   * A page of the administration: its own frame, no scripts (decision 0034), and not listed by
   * search engines.
   */
  console?: true
  /** The same for a page outside the product's own frame, whose address is a secret. */
  bare?: true
  /** Takes a card: React runs the page, which may connect to Stripe (decision 0016). */
  live?: true
  /** Sends codes: the page may connect to Turnstile, which shows that a person asks. */
  person?: true
  /**
   * The same for everyone who is not logged in, so one visitor's page can be served to the next
   * (decision 0016).
   */
  shared?: true
  /** Whether the title is used alone, without the product's name after it. */
  whole?: boolean
  /**
   * The image of the link's preview where it is shared; a page that is the same for everyone has
   * the product's. `linked`: its address names the language (LINK_LANGUAGE).
   */
  card?: (t: Translate, data: Data) => Card
}

type Card = { image: ShareImage; imageAlt: string; linked?: boolean }

const openGraphLocale: Record<Language, string> = { zh: 'zh_CN', en: 'en_GB' }

const read = (
  text: TKey | ((t: Translate, data: never) => string),
  t: Translate,
  data: unknown,
): string => (typeof text === 'function' ? text(t, data as never) : t(text))

/** What names the document: the page, or the dialog over it. */
const usePage = () => useMatches().findLast(({ handle }) => handle)

function useTexts() {
  const t = useT()
  const error = useRouteError()
  const { refused } = usePageContext()
  const page = usePage()
  // An error is named by itself, whatever page it happened on.
  const handle = error ? undefined : (page?.handle as PageHandle<never> | undefined)
  const status = isRouteErrorResponse(error) ? error.status : 500
  const title = handle
    ? read(handle.title, t, page?.data)
    : t(error ? `common:${errorPageOf(status)}.title` : 'common:appName')
  const named = error || (handle && !handle.whole) ? t('common:pageTitle', { title }) : title
  return {
    title: refused ? t('common:refusedTitle', { title: named }) : named,
    description: handle?.description
      ? read(handle.description, t, page?.data)
      : t('common:description'),
  }
}

/** The product's own image, for a page that anyone can open. */
export const productCard = (t: Translate): Card => ({
  image: 'carpool',
  imageAlt: t('share:image.carpool'),
})

/** The document's title and description. */
export function PageMeta() {
  const { title, description } = useTexts()
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
    </>
  )
}

/**
 * What chats and search engines ask of a page. They read it as it is sent, so only the server draws
 * it (app/root.tsx).
 */
export function LinkPreview() {
  const t = useT()
  const { title, description } = useTexts()
  const error = useRouteError()
  const page = usePage()
  // A page whose loader failed has no data to make a card of.
  const handle = error ? undefined : (page?.handle as PageHandle<never> | undefined)
  const card = handle?.card?.(t, page?.data as never) ?? (handle?.shared && productCard(t))
  return (
    <>
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={t('common:appName')} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      {card && <LinkMeta {...card} />}
    </>
  )
}

/** Its address in each language, and its image. */
function LinkMeta({ image, imageAlt, linked }: Card) {
  const language = useLanguage()
  const { pathname } = useLocation()
  const { origin } = usePageContext()
  const address = origin + useHref(pathname)
  const imageUrl = origin + useHref(imagePath(image, language))
  const inLanguage = (one: Language) => `${address}?${LINK_LANGUAGE}=${one}`
  const url = linked ? inLanguage(language) : address
  return (
    <>
      <link rel="canonical" href={url} />
      {languages.map((one) => (
        <link key={one} rel="alternate" hrefLang={htmlLang[one]} href={inLanguage(one)} />
      ))}
      <link rel="alternate" hrefLang="x-default" href={address} />
      <meta property="og:url" content={url} />
      <meta property="og:image" content={imageUrl} />
      <meta property="og:image:width" content={String(SHARE_IMAGE_PX)} />
      <meta property="og:image:height" content={String(SHARE_IMAGE_PX)} />
      <meta property="og:image:alt" content={imageAlt} />
      <meta property="og:locale" content={openGraphLocale[language]} />
      <meta name="twitter:card" content="summary" />
      <meta name="twitter:image" content={imageUrl} />
    </>
  )
}
