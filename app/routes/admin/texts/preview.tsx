import { useT } from '#app/i18n/context.tsx'
import { htmlLang, type Language, languages } from '#app/i18n/languages.ts'
import type { ServiceDescription } from '#app/services/catalog/catalog.server.ts'
import { Card } from '#app/ui/card.tsx'
import { ServiceDescriptions } from '#app/ui/carpool/service-descriptions.tsx'

/** What students will read in each language, rendered by the component they will see. */
export function TextsPreview({ shown }: { shown: Record<Language, ServiceDescription[]> }) {
  const t = useT()
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      {languages.map((lang) => (
        <section key={lang} lang={htmlLang[lang]} aria-labelledby={`preview-${lang}`}>
          <h2 id={`preview-${lang}`} className="mb-2 text-18">
            {t(`admin:text.${lang}.name`)}
          </h2>
          <Card>
            <ServiceDescriptions items={shown[lang]} />
          </Card>
        </section>
      ))}
    </div>
  )
}
