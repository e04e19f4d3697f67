/** One row for each record a write changes, which is one record but for these. */
export const recordsChanged: Readonly<Record<string, number>> = {
  // The bid, and the enquiry it opens.
  'bid.make': 2,
  // The payment, and the invoice it was put to.
  'payment.unmatch': 2,
  'payment.reverse': 2,
  'unit.split': 2,
  'unit.merge': 2,
  // The invitation, and the account of whoever accepts it.
  'invitation.accept': 2,
  // The one that is gone, and the one that took its place.
  'location.merge': 2,
  'taxonomy_amenity.merge': 2,
  'taxonomy_property_type.merge': 2,
  'taxonomy_property_category.merge': 2,
  'taxonomy_unit_type.merge': 2,
  // A file on its way changes nothing yet; its end is what is recorded.
  // A code, a look at the text and a way in change nothing that is recorded: signing is.
  'agreement.myLink': 0,
  'agreementSign.code': 0,
  'agreementSign.open': 0,
  'thread.knock': 0,
  'thread.enter': 0,
  'inspection.knock': 0,
  'inspection.enter': 0,
  'media.start': 0,
  'media.chunk': 0,
  'media.cancel': 0,
  // The file and the one unit in it.
  'unit.importUnits': 2,
  'unit.undoImport': 2,
  // The sheet and the one property in it.
  'intake.bring': 2,
  'intake.undo': 2,
  // The sheet, the one tenancy in it, and its unit: reserved and lived in, or free again.
  'portfolio.bring': 4,
  'portfolio.undo': 3,
  // The tenancy, the unit it holds, and the draft of its lease.
  'tenancy.create': 3,
  // The tenancy, and the draft of what was agreed.
  'tenancy.acceptRenewal': 2,
  'tenancy.recordRenewal': 2,
  // The tenancy, and the unit it takes or leaves; moving takes one and leaves another.
  'tenancy.activate': 2,
  'tenancy.withdraw': 2,
  'tenancy.end': 2,
  // Beside those, how the one home was left and how the other is found will be looked at.
  'tenancy.transfer': 6,
  // The tenancy, and the unit that was kept for it.
  'tenancy.withdrawTransfer': 2,
  // The booking, the unit it holds, and the invoice before moving in.
  'booking.approve': 3,
  // The booking, the tenancy that is made of it, and the draft of its lease.
  'booking.confirm': 3,
  // A code is on its way to a change; booking is what is recorded.
  'tour.askCode': 0,
  // The tour, and the enquiry it belongs to.
  'tour.book': 2,
  // What is filled in is recorded when it is handed in.
  'inspection.ops': 0,
  'inspection.photo': 0,
  // The inspection, and the property it decides.
  'inspection.decide': 2,
  // The unit, and who lives in it.
  'intake.back': 2,
};
