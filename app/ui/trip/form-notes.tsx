import type { Failure } from '#app/domain/result.ts'
import { useT } from '#app/i18n/context.tsx'
import { Banner } from '#app/ui/banner.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { ridesPath } from '#app/ui/carpool/paths.ts'
import { FormErrors } from '#app/ui/error-summary.tsx'
import { OfflineNote } from '#app/ui/offline.tsx'
import type { FormAnswer } from './form-answer.ts'
import { tabPath } from './query.ts'

type FormNotesProps = {
  answer: FormAnswer | undefined
  /** Errors that concern the form as a whole. */
  errors: string[]
  lead?: string
}

/** Above a form: what it is for, or why it is shown again. */
export function FormNotes({ answer, errors, lead }: FormNotesProps) {
  const t = useT()
  const why = answer?.why
  const way = wayOn(answer?.result.failure)
  return (
    <>
      {why ? (
        <Banner tone="info" role="status" title={t(`trip:form.${why}Title`)}>
          {t('trip:form.keptText')}
        </Banner>
      ) : (
        lead && <p className="text-muted">{lead}</p>
      )}
      <OfflineNote />
      <FormErrors
        errors={errors}
        title={t('trip:form.failed')}
        action={
          way && (
            <LinkButton
              small
              variant="secondary"
              to={way === 'trip:held.pay' ? ridesPath : tabPath('start')}
            >
              {t(way)}
            </LinkButton>
          )
        }
      />
    </>
  )
}

/** What else can be done on the trips page: pay for a held place, or look for another trip. */
function wayOn(failure: Failure | null | undefined) {
  if (failure?.code === 'needsConfirmation') return null
  if (failure?.code !== 'rateLimited') return failure && 'trip:closed.other'
  return failure.params?.context === 'open' && 'trip:held.pay'
}
