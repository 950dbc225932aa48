import type { PostageRow } from '#app/domain/order/postage.ts'
import { useT } from '#app/i18n/context.tsx'
import { Banner } from '#app/ui/banner.tsx'
import { Section } from '#app/ui/page.tsx'
import type { Asked } from './asked.ts'
import { PostageEstimate } from './estimate.tsx'
import { PostageTable } from './postage-table.tsx'

/**
 * Postage: an estimate, and the table it comes from. `rows` is `catalog.postage()`, null when it
 * could not be read; `asked` what the page's address asks for (`readAsked`). The page needs no
 * other wiring.
 */
export function PostageSection({
  rows,
  asked,
}: {
  rows: PostageRow[] | null
  asked: Asked | null
}) {
  const t = useT()
  return (
    <Section id="postage" title={t('order:postage.title')}>
      {rows && rows.length > 0 ? (
        <>
          <p className="max-w-text text-muted">{t('order:postage.lead')}</p>
          <PostageEstimate rows={rows} asked={asked} />
          <PostageTable rows={rows} />
        </>
      ) : (
        <Banner tone="warn">{t('order:postage.failed')}</Banner>
      )}
    </Section>
  )
}
