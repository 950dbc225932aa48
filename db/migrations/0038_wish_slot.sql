ALTER TABLE `carpools` ADD `wish_slot` text;--> statement-breakpoint
CREATE INDEX `carpools_wished` ON `carpools` (`wish_slot`) WHERE wish_slot IS NOT NULL;