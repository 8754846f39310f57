/** Complex numbers. */
export interface Complex {
  readonly re: number
  readonly im: number
}

export const complex = (re: number, im = 0): Complex => ({ re, im })

export const add = (a: Complex, b: Complex): Complex => complex(a.re + b.re, a.im + b.im)
export const subtract = (a: Complex, b: Complex): Complex => complex(a.re - b.re, a.im - b.im)
export const multiply = (a: Complex, b: Complex): Complex =>
  complex(a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re)
export const scale = (a: Complex, by: number): Complex => complex(a.re * by, a.im * by)
export const conjugate = ({ re, im }: Complex): Complex => complex(re, -im)
export const size = ({ re, im }: Complex): number => Math.hypot(re, im)
export const angle = ({ re, im }: Complex): number => Math.atan2(im, re)

/** Undefined for a division by zero. */
export const divide = (a: Complex, b: Complex): Complex | undefined => {
  const square = b.re * b.re + b.im * b.im
  return square === 0 ? undefined : complex((a.re * b.re + a.im * b.im) / square, (a.im * b.re - a.re * b.im) / square)
}

export const fromPolar = (length: number, turn: number): Complex =>
  complex(length * Math.cos(turn), length * Math.sin(turn))

export const exponential = ({ re, im }: Complex): Complex => fromPolar(Math.exp(re), im)
export const logarithm = (a: Complex): Complex => complex(Math.log(size(a)), angle(a))

/** Undefined for zero to a power that is not positive. */
export const power = (a: Complex, exponent: number): Complex | undefined => {
  if (a.re === 0 && a.im === 0) return exponent > 0 ? complex(0) : undefined
  return fromPolar(size(a) ** exponent, angle(a) * exponent)
}

export const root = (a: Complex): Complex => {
  const length = Math.sqrt(size(a))
  return fromPolar(length, angle(a) / 2)
}

export const sine = ({ re, im }: Complex): Complex =>
  complex(Math.sin(re) * Math.cosh(im), Math.cos(re) * Math.sinh(im))
export const cosine = ({ re, im }: Complex): Complex =>
  complex(Math.cos(re) * Math.cosh(im), -Math.sin(re) * Math.sinh(im))
export const hyperbolicSine = ({ re, im }: Complex): Complex =>
  complex(Math.sinh(re) * Math.cos(im), Math.cosh(re) * Math.sin(im))
export const hyperbolicCosine = ({ re, im }: Complex): Complex =>
  complex(Math.cosh(re) * Math.cos(im), Math.sinh(re) * Math.sin(im))
