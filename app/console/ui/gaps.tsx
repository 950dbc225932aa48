import { useT } from '#app/i18n/context.tsx'
import type { Gap } from '#app/kernel/description.ts'
import { Banner } from '#app/web/ui/banner.tsx'
import { TextLink } from './kit.tsx'

/**
 * Gaps in texts that students must be able to read before they pay: page, language, and what is
 * missing. `page`: only this page's.
 */
export function Gaps({ gaps, page }: { gaps: readonly Gap[]; page?: string }) {
  const t = useT()
  const shown = gaps.filter((gap) => page === undefined || gap.page === page)
  if (shown.length === 0) return null
  return (
    <Banner tone="danger" title={t(page ? 'admin:gaps.here' : 'admin:gaps.title')}>
      <p>{t('admin:gaps.what')}</p>
      <ul className="mt-2 list-disc pl-5">
        {shown.map((gap) => (
          <li key={`${gap.page}${gap.language}${gap.gap}`} className="wrap-anywhere">
            {!page && (
              <TextLink to={`/admin/texts?service=${gap.page}`}>
                {t(`admin:text.service.${gap.page}`)}
              </TextLink>
            )}{' '}
            {t(`admin:text.${gap.language}.name`)} · {gap.gap || t('admin:gaps.empty')}
          </li>
        ))}
      </ul>
    </Banner>
  )
}
