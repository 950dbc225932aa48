/** A map that keeps only its `size` newest keys. */
export function boundedCache<Key, Value>(size: number): Pick<Map<Key, Value>, 'get' | 'set'> {
  const known = new Map<Key, Value>()
  return {
    get: (key) => known.get(key),
    set(key, value) {
      // A Map iterates in insertion order: the first key is the oldest.
      known.delete(key)
      if (known.size >= size) for (const oldest of known.keys()) if (known.delete(oldest)) break
      return known.set(key, value)
    },
  }
}

/**
 * Caches the results of a pure function for its last `size` different keys. Results are shared and
 * must not be modified.
 */
export function memoized<Key, Value>(make: (key: Key) => Value, size: number): (key: Key) => Value {
  const known = boundedCache<Key, Value>(size)
  return (key) => {
    const found = known.get(key)
    if (found !== undefined) return found
    const made = make(key)
    known.set(key, made)
    return made
  }
}
