import { encode } from 'uqr'
import type { Code } from '#app/features/share/ui/poster.tsx'

/**
 * Encodes an address as a QR code: one SVG path of its runs of modules. Medium error correction,
 * since chats compress the images that contain it.
 */
export function qrPath(address: string): Code {
  const { data, size } = encode(address, { ecc: 'M', border: 0 })
  const runs = data.map((row, y) => {
    const line = row.map((dark) => (dark ? '1' : '0')).join('')
    return [...line.matchAll(/1+/g)].map(
      ({ 0: run, index }) => `M${index} ${y}h${run.length}v1h-${run.length}z`,
    )
  })
  return { path: runs.flat().join(''), side: size }
}
