import { renderToStaticMarkup } from 'react-dom/server'
import type { ShareImage } from '../app/web/ui/share-image.ts'
import { Car } from '../app/web/ui/ticket/car.tsx'
import { Coach } from '../app/web/ui/ticket/coach.tsx'

const HEIGHT = 220

/** The drawing of a preview image, as markup. */
export function drawings(image: ShareImage): string {
  if (image === 'trip')
    return renderToStaticMarkup(<Coach taken={9} max={16} missing={3} height={HEIGHT} />)
  const missing = Number(image.split('-')[1] ?? 0)
  const max = Math.max(4, missing + 1)
  return renderToStaticMarkup(<Car taken={max - missing} max={max} height={HEIGHT} />)
}
