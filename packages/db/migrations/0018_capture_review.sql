-- Whether staff let a picture count: "dates to check". A rejected picture keeps its trees, which do not count.
alter table whole_image
  add column review text not null default 'new' check (review in ('new', 'accepted', 'rejected')),
  add column review_reason text
    check (review_reason in ('too_cloudy', 'wrong_place', 'same_picture', 'other')),
  add column review_comment text not null default '',
  add column reviewed_by int references user_account on delete set null,
  add column reviewed_at timestamptz,
  add constraint rejected_for_a_reason check ((review = 'rejected') = (review_reason is not null));
create index whole_image_review on whole_image (review, captured_on, id);
