import { data, type LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { readDescriptions } from '#app/catalog/service/catalog.server.ts'
import { readSiteTexts } from '#app/catalog/service/site-texts.server.ts'
import { useT } from '#app/i18n/context.tsx'
import { hiddenPages, isIncomplete, SITE_PAGES, type SitePage } from '#app/kernel/description.ts'
import { Banner } from '#app/web/ui/banner.tsx'
import { ContactCard } from '#app/web/ui/contact-card.tsx'
import { Link } from '#app/web/ui/link.tsx'
import { sitePagePath } from '#app/web/ui/navigation.ts'
import { Page, Section } from '#app/web/ui/page.tsx'
import type { PageHandle } from '#app/web/ui/page-meta.tsx'
import { WrittenText } from '#app/web/ui/written-text.tsx'

type Data = Awaited<ReturnType<typeof loader>>['data']

export const handle: PageHandle<Data> = {
  shared: true,
  title: (t, { page }) => t(`common:site.${page}`),
}

export async function loader({ params, context }: LoaderFunctionArgs) {
  const named = params.page ?? 'about'
  const page = SITE_PAGES.find((one) => one === named)
  if (!page || params.page === 'about') throw new Response(null, { status: 404 })
  const { language } = context
  const [items, { contact, gaps }] = await Promise.all([
    readDescriptions(context, page, language),
    readSiteTexts(context),
  ])
  const hidden = hiddenPages(gaps, language)
  const others = SITE_PAGES.filter((one) => one !== page && !hidden.includes(one))
  if (hidden.includes(page))
    return data({ page, items: [], contact, others, isPublished: false }, { status: 404 })
  return data({ page, items, contact, others, isPublished: true })
}

/** Who runs the product, who drives, and the terms, as written by administrators. */
export default function AboutPage() {
  const t = useT()
  const { page, items, contact, others, isPublished } = useLoaderData<typeof loader>()
  const incomplete = items.length === 0 || items.some(({ content }) => isIncomplete(content))
  return (
    <Page title={t(`common:site.${page}`)} width="text">
      {!isPublished && <p>{t('common:site.unpublished')}</p>}
      {isPublished && incomplete && <Banner tone="warn">{t('common:site.incomplete')}</Banner>}
      {items.map(({ id, title, content }) => (
        <Section key={id} id={id} title={title}>
          <p>
            <WrittenText text={content} />
          </p>
        </Section>
      ))}
      <Others pages={others} />
      <Section id="contact" title={t('common:site.ask')}>
        <ContactCard contact={contact} />
      </Section>
    </Page>
  )
}

function Others({ pages }: { pages: SitePage[] }) {
  const t = useT()
  if (pages.length === 0) return null
  return (
    <nav aria-label={t('common:site.label')}>
      <ul className="flex flex-wrap gap-x-6">
        {pages.map((one) => (
          <li key={one}>
            <Link to={sitePagePath(one)} className="inline-flex min-h-11 items-center underline">
              {t(`common:site.${one}`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
