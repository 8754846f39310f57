import { defineMessages } from '@deal-canvas/messages'

/** Why a bundle cannot be imported. */
export const bundleMessages = defineMessages('bundles', {
  bundle: 'Whole deal',
  noZip: 'This file is not a bundle of a deal, or it is damaged. Export the deal again as a whole.',
  noManifest: 'This zip file has no readable manifest, so it is not a bundle of a deal',
  version:
    'This bundle has the format version {version, number}, and this service reads version {known, number}. Export the deal again with a service of the same version.',
  newerSchema: 'This bundle comes from a newer version of the service. Update this service first.',
  forgedManifest: 'The signature of this bundle does not fit its manifest: the manifest was changed after the export',
  partMissing: 'The bundle lacks {name}, which its manifest lists',
  partChanged: '{name} in the bundle is not what its manifest lists: the bundle was changed or damaged',
  unknownPart: 'The bundle contains {name}, which this service does not know',
  unlisted: 'The bundle contains {name}, which its manifest does not list',
  tooMuch: 'The bundle contains more than {limit, number} MiB when it is unpacked',
  rowTooLong: '{name} has a row with more than {limit, number} KiB',
  tooManyRows: '{name} has more than {limit, number} rows',
  rowInvalid: 'Row {row, number} of {name} is not valid: {column}',
  otherDeal: 'Row {row, number} of {name} belongs to another deal',
  foreignReference: '{name} refers to something outside of the deal',
  recordExists: 'A record of the bundle exists already in another deal of this service: {name}',
  fileUnlisted: 'A document of the deal is not among the files of the bundle',
  trail: 'The audit trail of the bundle does not verify: {problem}',
  dealExists: 'A deal with the id of this bundle exists already. Delete it permanently first.',
  interrupted: 'The import was interrupted several times. Try again, and contact the operator if it fails again.',
  gone: 'The bundle is no longer stored. Send it again.',
  unreadable: 'The bundle cannot be stored as it is: {name}',
})
