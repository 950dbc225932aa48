import { useT } from '#app/i18n/context.tsx'
import type { PostageRow } from '#app/orders/rules/postage.ts'
import { Banner } from '#app/web/ui/banner.tsx'
import { ChevronDown, Icon } from '#app/web/ui/icon.tsx'
import { Section } from '#app/web/ui/page.tsx'
import { type EstimateProps, PostageEstimate } from './estimate.tsx'
import { PostageTable } from './postage-table.tsx'

/**
 * Postage: an estimate, and the table it is based on. `rows` is `catalog.postage()`, or null if it
 * could not be read; `asked` is what the page's address requests (`readAsked`). Its plain
 * page needs no other wiring.
 */
export function PostageSection({
  rows,
  ...estimate
}: Omit<EstimateProps, 'rows'> & { rows: PostageRow[] | null }) {
  const t = useT()
  return (
    <Section id="postage" title={t('order:postage.title')}>
      {rows && rows.length > 0 ? (
        <>
          <p className="max-w-text text-muted">{t('order:postage.lead')}</p>
          <PostageEstimate rows={rows} {...estimate} />
          <details className="group">
            <summary className="flex min-h-11 items-center gap-2 font-medium">
              <span>{t('order:postage.all')}</span>
              <Icon
                of={ChevronDown}
                className="text-muted transition-transform group-open:rotate-180"
              />
            </summary>
            <PostageTable rows={rows} />
          </details>
        </>
      ) : (
        <Banner tone="warn">{t('order:postage.failed')}</Banner>
      )}
    </Section>
  )
}
