import { POSTER, POSTER_ID, POSTER_SAVE_ID } from '#app/features/share/ui/poster-size.ts'

// Turns the poster on the page into an image of 1080 by 1440 pixels, which a long press can save
// (decision 0027). It draws the SVG as it is, so the layout is computed once.

const picture = document.getElementById(POSTER_ID)
if (picture) draw(picture)

async function draw(picture: Element): Promise<void> {
  const source = new Image(POSTER.width, POSTER.height)
  source.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(picture))}`
  await source.decode()
  const canvas = Object.assign(document.createElement('canvas'), POSTER)
  canvas.getContext('2d')?.drawImage(source, 0, 0)
  const image = new Image(POSTER.width, POSTER.height)
  image.id = POSTER_ID
  image.alt = picture.getAttribute('aria-label') ?? ''
  image.className = picture.getAttribute('class') ?? ''
  // WeChat saves a long-pressed image from a data: address, but not from a blob.
  image.src = canvas.toDataURL('image/png')
  await image.decode()
  picture.replaceWith(image)
  offerSaving(image.src)
}

/** Explains how to save this image, instead of taking a screenshot. */
function offerSaving(address: string): void {
  const [before, after] = document.getElementById(POSTER_SAVE_ID)?.children ?? []
  if (after instanceof HTMLAnchorElement) after.href = address
  before?.toggleAttribute('hidden')
  after?.toggleAttribute('hidden')
}
