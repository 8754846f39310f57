import { defineMessages } from '@deal-canvas/messages'

/** Why an image cannot be the logo of an organization. */
export const houseStyleMessages = defineMessages('house-styles', {
  notBase64: 'The logo is not in base64',
  notAnImage: 'The logo is not a PNG or JPEG image',
  tooLarge: 'The logo can have at most {limit, number} KiB',
  tooManyPixels:
    'The logo has {width, number} x {height, number} pixels. At most {limit, number} x {limit, number} are possible',
  damaged: 'The logo is damaged',
  unusualPng: 'Save the logo as a PNG with 8 bits a color and without interlacing',
  unusualJpeg: 'Save the logo as a JPEG in RGB or gray, not in CMYK',
  blankFooter: 'The footer must not be blank',
})
