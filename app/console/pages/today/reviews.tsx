import { TextLink } from '#app/console/ui/kit.tsx'
import { useT } from '#app/i18n/context.tsx'
import { Banner } from '#app/web/ui/banner.tsx'
import { Button } from '#app/web/ui/button.tsx'
import { Form } from '#app/web/ui/form.tsx'
import type { TodayData } from './read.server.ts'

/**
 * Everything still at its seeded value, each with its page and a button to confirm that it is
 * right.
 */
export function Reviews({ reviews }: Pick<TodayData, 'reviews'>) {
  const t = useT()
  if (reviews.length === 0) return null
  return (
    <Banner tone="warn" title={t('admin:today.review.title')}>
      <p>{t('admin:today.review.lead')}</p>
      <ul className="mt-2 divide-y divide-line">
        {reviews.map(({ topic, to, hasGaps }) => {
          const name = t(`admin:today.review.topic.${topic}`)
          return (
            <li key={topic} className="flex flex-wrap items-center justify-between gap-x-4 py-1">
              <TextLink to={to} tall>
                {name}
              </TextLink>
              {hasGaps ? (
                <span className="text-14 text-muted">{t('admin:today.review.gaps')}</span>
              ) : (
                <Form method="post" action="?index">
                  <input type="hidden" name="topic" value={topic} />
                  <Button
                    type="submit"
                    small
                    variant="secondary"
                    aria-label={t('admin:today.review.about', { topic: name })}
                  >
                    {t('admin:today.review.accept')}
                  </Button>
                </Form>
              )}
            </li>
          )
        })}
      </ul>
    </Banner>
  )
}
